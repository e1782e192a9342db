import { expect, test } from 'vitest';
import { judgeVersion } from '@/db/server/program';

test('takes MySQL from 8.0.11 on, whoever built it', () => {
  for (const line of [
    'mysqld  Ver 9.7.4-2 for Linux on x86_64 ((Debian))',
    'mysqld  Ver 8.0.11 for macos10.13 on x86_64 (Homebrew)',
    '8.4.3-log',
    'mysqld  Ver 8.0.36-28 for Linux on x86_64 (Percona Server (GPL), Release 28)',
  ]) {
    expect(judgeVersion(line)).toMatchObject({ usable: true });
  }
});

test('refuses MariaDB and says why', () => {
  const verdict = judgeVersion(
    'mysqld  Ver 10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)',
  );
  expect(verdict).toEqual({
    usable: false,
    reason: 'is MariaDB 10.11.6, which has no performance_schema.data_locks and other locking rules',
  });
});

test('refuses a MySQL that is too old and text without a version', () => {
  expect(judgeVersion('mysqld  Ver 8.0.4-rc for Linux')).toMatchObject({ usable: false });
  expect(judgeVersion('mysqld  Ver 5.7.44 for Linux')).toMatchObject({ usable: false });
  expect(judgeVersion('segmentation fault')).toMatchObject({ usable: false });
});
