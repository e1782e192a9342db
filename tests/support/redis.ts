import { inject, vi } from 'vitest';

/** The URL of the throw-away Redis. Throws with what is missing, so that the tests that need one fail and say why. */
export function testRedisUrl(): string {
  const redis = inject('redis');
  if ('missing' in redis) throw new Error(redis.missing);
  return redis.url;
}

/** Lets this test file's code find the throw-away Redis as it would find anybody's. */
export function provideTestRedis(): void {
  vi.stubEnv('REDIS_URL', testRedisUrl());
}
