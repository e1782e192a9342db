import { expect, inject, test } from 'vitest';
import { runChecks } from '@/db/doctor';
import { runFile } from '@/tests/support/scripts';

const doctor = 'db/launch/doctor.ts';

function namedUrl(change: (url: URL) => void = () => undefined): string {
  const url = new URL(inject('serverUrl'));
  change(url);
  return url.href;
}

test('passes the server of the tests, check by check', async () => {
  const report = await runChecks(namedUrl());
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(report.ok).toBe(true);
  expect(report.checks.map(({ id }) => id)).toEqual([
    'version',
    'skip_locked',
    'data_locks',
    'isolation',
    'binlog_format',
    'innodb_rollback_on_timeout',
    'lock_wait_timeout',
    'max_connections',
    'innodb_thread_concurrency',
    'clock',
  ]);
});

test('fails a server with too few connections and names the mend', async () => {
  const report = await runChecks(namedUrl(), { connections: 100_000 });
  expect(report.ok).toBe(false);
  expect(report.checks.find(({ ok }) => !ok)).toMatchObject({
    id: 'max_connections',
    mend: 'SET PERSIST max_connections = 100000',
  });
});

test('--json prints one object without the password and exits 0', async () => {
  const url = namedUrl();
  const { code, stdout } = await runFile(doctor, ['--json'], { DATABASE_URL: url });
  const report = JSON.parse(stdout);
  const { hostname, port, username, password, pathname } = new URL(url);
  expect(code).toBe(0);
  expect(report).toMatchObject({
    ok: true,
    server: { host: hostname, port: Number(port), user: username, database: pathname.slice(1) },
  });
  expect(report.server.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(Object.keys(report.checks[0])).toEqual(['id', 'ok', 'detail']);
  if (password) expect(stdout).not.toContain(password);
});

test('exits 1 when the server refuses the login, still without the password', async () => {
  const url = namedUrl((changed) => {
    changed.password = 'wr0ng-w0rd';
  });
  const { code, stdout, stderr } = await runFile(doctor, ['--json'], { DATABASE_URL: url });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, checks: [{ id: 'connection', ok: false }] });
  expect(stdout + stderr).not.toContain('wr0ng-w0rd');
});

test('exits 1 and says what is wrong with a DATABASE_URL that is none', async () => {
  const { code, stdout } = await runFile(doctor, ['--json'], { DATABASE_URL: 'localhost:3306' });
  expect(code).toBe(1);
  expect(JSON.parse(stdout).checks[0].detail).toContain('DATABASE_URL has to look like');
});

test('exits 2 on an argument that it does not know, and prints nothing on standard output', async () => {
  const { code, stdout, stderr } = await runFile(doctor, ['--yaml'], {});
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain("Unknown option '--yaml'");
});
