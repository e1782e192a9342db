import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { expect, inject, test } from 'vitest';

test('the server of the tests is MySQL, in UTC, with the binary log on and readable data_locks', async () => {
  const connection = await createConnection({ uri: inject('serverUrl'), timezone: 'Z' });
  try {
    const [[variables]] = await connection.query<RowDataPacket[]>(
      'SELECT @@version AS version, @@log_bin AS logBin, @@time_zone AS zone, @@innodb_lock_wait_timeout AS lockWait',
    );
    expect(variables).toMatchObject({ logBin: 1, zone: '+00:00' });
    expect(variables?.version).not.toMatch(/mariadb/i);
    await connection.query('SELECT ENGINE_LOCK_ID FROM performance_schema.data_locks LIMIT 1');
  } finally {
    await connection.end();
  }
});
