import type { TestProject } from 'vitest/node';
import { openTestServer } from '@/db/server/test-server';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the throw-away MySQL; tests make schemas of their own on it. */
    serverUrl: string;
  }
}

/** Starts one MySQL for all workers and stops it after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestServer();
  project.provide('serverUrl', server.url);
  return () => server.stop();
}
