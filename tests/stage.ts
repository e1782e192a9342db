/** Running one stage: its commands, and what its report says about the tests in it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startChild } from '@/db/launch/children';
import { step } from '@/db/launch/steps';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  flaky: string[];
  skips: string[];
}

export interface Outcome extends Counts {
  ms: number;
}

type Variables = Record<string, string>;

export interface Stage {
  name: string;
  what: string;
  /** Gets ready what the commands need; what it returns is added to their environment. */
  prepare?(say: (detail: string) => void): Promise<Variables>;
  /** Run in order until one fails; `report` is where the last one writes its JSON, if it writes one. */
  commands(report: string): string[][];
  environment?(report: string): Variables;
  /** Reads the report. A stage without one counts as a single test. */
  read?(report: unknown): Counts;
}

/** Runs a stage; whatever goes wrong in it is a failure in its outcome. What it printed is shown only then. */
export async function runStage(stage: Stage): Promise<Outcome> {
  const startedAt = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'lastunit-report-'));
  const lines: string[] = [];
  let counts: Counts = none();
  try {
    await step(stage.name, async ({ say }) => {
      counts = await run(stage, join(folder, 'report.json'), lines, say);
      return inWords(counts);
    });
  } catch (error) {
    lines.push(error instanceof Error ? error.message : String(error));
    counts = { ...none(), failed: 1, failures: [`${stage.name}: ${lines.at(-1)?.split('\n')[0]}`] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (counts.failed > 0) console.log(`\n${lines.join('\n')}\n`);
  return { ...counts, ms: performance.now() - startedAt };
}

async function run(
  stage: Stage,
  report: string,
  lines: string[],
  say: (detail: string) => void,
): Promise<Counts> {
  const prepared = await stage.prepare?.(say);
  let ending = '';
  for (const command of stage.commands(report)) {
    say(stage.what);
    const child = await startChild(stage.name, command, {
      env: { ...process.env, NO_COLOR: '1', ...prepared, ...stage.environment?.(report) },
      onLine: (line) => lines.push(line),
      graceMs: 15_000,
    });
    ending = await child.ended;
    if (ending !== 'ended with code 0') break;
  }
  const hasPassed = ending === 'ended with code 0';
  const text = stage.read ? await readFile(report, 'utf8').catch(() => null) : null;
  const counts =
    text && stage.read
      ? stage.read(JSON.parse(text))
      : { ...none(), passed: hasPassed && !stage.read ? 1 : 0 };
  // The command failed and no test did: a file that can't be loaded, an error outside of tests, a tool that crashed.
  if (!hasPassed && counts.failed === 0) {
    return { ...counts, failed: 1, failures: [`${stage.name} ${ending}`] };
  }
  if (stage.read && counts.passed + counts.failed === 0) {
    return { ...counts, failed: 1, failures: [`${stage.name}: no test ran`] };
  }
  return counts;
}

export function none(): Counts {
  return { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [], skips: [] };
}

function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
