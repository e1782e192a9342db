import type { TestProject } from 'vitest/node';
import { openTestRedis } from '@/db/redis/server';
import { openTestServer } from '@/db/server/test-server';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the throw-away MySQL; tests make schemas of their own on it. */
    serverUrl: string;
    /** The URL of the throw-away Redis, or what is missing. */
    redis: { readonly url: string } | { readonly missing: string };
  }
}

/** Starts one MySQL and one Redis for all workers and stops them after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestServer();
  project.provide('serverUrl', server.url);
  const redis = await openTestRedis();
  project.provide('redis', redis.isThere ? { url: redis.url } : { missing: redis.missing });
  return async () => {
    if (redis.isThere) await redis.stop();
    await server.stop();
  };
}
