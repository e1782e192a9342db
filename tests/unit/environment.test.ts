import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EnvironmentError, readEnvironment, variables } from '@/db/env';

const url = 'mysql://root:s3cret@127.0.0.1:3306/lastunit';

function read(source: Record<string, string>) {
  return readEnvironment({ NODE_ENV: 'test', ...source });
}

function complaint(source: Record<string, string>): string {
  try {
    read(source);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError);
    return String(error);
  }
  throw new Error('The environment was taken.');
}

test('fills in what is not set, and takes an empty line of a .env file as not set', () => {
  expect(read({ DATABASE_URL: url, PORT: '', POOL_SIZE: '' })).toEqual({
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: 3000,
    POOL_SIZE: 20,
    TEST_HOOKS: false,
  });
});

test('lists everything that is missing or wrong at once', () => {
  const text = complaint({ PORT: 'eighty', POOL_SIZE: '1', TEST_HOOKS: 'maybe' });
  expect(text).toContain('DATABASE_URL is missing');
  expect(text).toContain('PORT has to be a whole number from 1 to 65535');
  expect(text).toContain('POOL_SIZE has to be a whole number from 2 to 500');
  expect(text).toContain('TEST_HOOKS has to be 1 or 0');
});

test('does not repeat a URL that it refuses, since it holds a password', () => {
  const text = complaint({ DATABASE_URL: 'mysql://root:s3cret@127.0.0.1:3306/' });
  expect(text).toContain('DATABASE_URL has to look like');
  expect(text).not.toContain('s3cret');
});

test('keeps to this machine unless the merchant’s pages have a password', () => {
  expect(complaint({ DATABASE_URL: url, HOST: '0.0.0.0' })).toContain(
    'ADMIN_PASSWORD is needed before HOST may be 0.0.0.0',
  );
  expect(read({ DATABASE_URL: url, HOST: '0.0.0.0', ADMIN_PASSWORD: 'long enough' }).HOST).toBe('0.0.0.0');
});

test('takes no token for the metrics that is quickly guessed', () => {
  expect(complaint({ DATABASE_URL: url, METRICS_TOKEN: 'short' })).toContain(
    'METRICS_TOKEN has to have 16 characters or more',
  );
  expect(read({ DATABASE_URL: url, METRICS_TOKEN: '' }).METRICS_TOKEN).toBeUndefined();
});

test('.env.example lists every variable', () => {
  const listed = readFileSync('.env.example', 'utf8').match(/^# [A-Z_]+(?==)/gm);
  for (const name of Object.keys(variables.shape)) expect(listed).toContain(`# ${name}`);
});
