/**
 * Preflight: is this server fit for the engine? Called by `npm run doctor`, and by the app when it starts. Promise: it
 * changes nothing on the server, throws nothing that a report can say, and no report holds a password.
 */
import { createConnection } from 'mysql2/promise';
import { checks, type Finding, type Needs } from './checks';
import { judgeVersion } from './server/program';

export interface CheckResult extends Finding {
  id: string;
}

export interface DoctorReport {
  ok: boolean;
  server: { version: string; host: string; port: number; user: string; database: string } | null;
  checks: CheckResult[];
}

/** Connections of the worker, of a sale with its most buyers, of a lab with its most sessions, and a few to look with. */
const besideTheApp = 10 + 128 + 120 + 5;

/** What all parts of the project need together, given the app's own pool size. */
export function needsOf(poolSize: number): Needs {
  return { connections: poolSize + besideTheApp };
}

/** Runs every check on the server of `url`; one that can't be reached is a report with that one finding. */
export async function runChecks(url: string, needs: Needs = needsOf(20)): Promise<DoctorReport> {
  const target = new URL(url);
  const where = {
    host: target.hostname,
    port: Number(target.port || 3306),
    user: decodeURIComponent(target.username),
    database: decodeURIComponent(target.pathname.slice(1)),
  };
  // Without a database: whether that exists is the migrations' affair.
  target.pathname = '/';
  const connection = await createConnection({
    uri: target.href,
    supportBigNumbers: true,
    connectTimeout: 5_000,
  }).catch((error: Error) => error);
  if (connection instanceof Error) {
    const finding = { ok: false, detail: connection.message, mend: 'start the server, or mend DATABASE_URL' };
    return { ok: false, server: { version: '', ...where }, checks: [{ id: 'connection', ...finding }] };
  }
  try {
    const results: CheckResult[] = [];
    for (const { id, run } of checks) {
      const finding = await run(connection, needs).catch(
        (error: Error): Finding => ({ ok: false, detail: error.message, mend: 'see the version check' }),
      );
      results.push({ id, ...(finding.ok ? { ok: true, detail: finding.detail } : finding) });
      // What another server answers to the rest would send people looking in the wrong place.
      if (id === 'version' && !finding.ok) break;
    }
    const [rows] = await connection.query('SELECT VERSION() AS version');
    const [{ version }] = rows as [{ version: string }];
    const verdict = judgeVersion(version);
    return {
      ok: results.every(({ ok }) => ok),
      server: { version: verdict.usable ? verdict.version : version, ...where },
      checks: results,
    };
  } finally {
    await connection.end();
  }
}
