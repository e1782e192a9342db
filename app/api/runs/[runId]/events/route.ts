/** The events of a sale, for whoever has signed in. */
import { refusalOfHandler } from '@/app/sign-in/session';
import { getDatabase } from '@/db/client';
import { notFound, type RunParams, runOf } from '../run-of';
import { streamSale } from './sale-stream';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, context: RunParams): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const run = await runOf(context);
  return run ? streamSale(getDatabase(), run.firstRunId, request.signal) : notFound();
}
