/** A run as a file: `?format=json` for everything, `?format=csv` for its time series. */

import { refusalOfHandler } from '@/app/sign-in/session';
import { getDatabase } from '@/db/client';
import { exportCsv, exportJson } from '@/simulator/index';
import { notFound, type RunParams, runOf } from '../run-of';

const formats = {
  json: { type: 'application/json; charset=utf-8', write: exportJson },
  csv: { type: 'text/csv; charset=utf-8', write: exportCsv },
} as const;

export async function GET(request: Request, context: RunParams): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const run = await runOf(context);
  if (!run) return notFound();
  const name = new URL(request.url).searchParams.get('format') ?? 'json';
  if (name !== 'json' && name !== 'csv') {
    return new Response('The format is json or csv.\n', { status: 400 });
  }
  const { type, write } = formats[name];
  return new Response(await write(getDatabase(), run), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="lastunit-run-${run.runId}.${name}"`,
    },
  });
}
