/** Prints one aligned line per step: what, how it went, how long it took. On a terminal the line of a running step counts up. */
import { performance } from 'node:perf_hooks';
import { isStopping } from './signals';
import { bold, dim, duration, red } from './terminal';

const nameWidth = 12;
const detailWidth = 56;

export interface Step {
  /** Says what is being done right now. */
  say(detail: string): void;
}

/** What a step ends with: its last word, and what those who come after need of it. */
export type Result<T> = string | { detail: string; value: T };

/** Runs `work` as a step of that name. Throws what `work` throws. */
export async function step<T>(
  name: string,
  work: (step: Step) => Promise<{ detail: string; value: T }>,
): Promise<T>;
export async function step(name: string, work: (step: Step) => Promise<string>): Promise<void>;
export async function step<T>(
  name: string,
  work: (step: Step) => Promise<Result<T>>,
): Promise<T | undefined> {
  const startedAt = performance.now();
  let now = '';
  const draw = (): void => {
    if (!process.stdout.isTTY) return;
    process.stdout.write(`\r\u001b[K${dim(line(name, now, performance.now() - startedAt))}`);
  };
  const timer = setInterval(draw, 100);
  const say = (detail: string): void => {
    if (detail === now) return;
    now = detail;
    if (process.stdout.isTTY) draw();
    else console.log(dim(`  ${name.padEnd(nameWidth)}${detail} ...`));
  };
  const finish = (text: string): void => {
    clearInterval(timer);
    if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
    console.log(text);
  };
  try {
    const result = await work({ say });
    const [detail, value] = typeof result === 'string' ? [result, undefined] : [result.detail, result.value];
    finish(line(name, detail, performance.now() - startedAt));
    return value;
  } catch (error) {
    finish(line(name, isStopping() ? 'stopped' : red('failed'), performance.now() - startedAt));
    throw error;
  }
}

function line(name: string, detail: string, ms: number): string {
  return `  ${bold(name.padEnd(nameWidth))}${detail.padEnd(detailWidth)}${dim(duration(ms).padStart(9))}`;
}
