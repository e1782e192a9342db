import { getDatabase } from '@/db/client';
import { type RunRecord, readRun } from '@/simulator/index';

export interface RunParams {
  readonly params: Promise<{ runId: string }>;
}

/** The run that an address names, or undefined. */
export async function runOf({ params }: RunParams): Promise<RunRecord | undefined> {
  const { runId } = await params;
  return /^\d{1,15}$/.test(runId) ? readRun(getDatabase(), Number(runId)) : undefined;
}

export const notFound = () => new Response('There is no such run.\n', { status: 404 });
