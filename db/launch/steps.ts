/** Prints one aligned line per step: what, how it went, how long it took. On a terminal the line of a running step counts up. */
import { performance } from 'node:perf_hooks';
import { bold, dim, duration, red } from './terminal';

const nameWidth = 12;
const detailWidth = 56;

export interface Step {
  /** Says what is being done right now. */
  say(detail: string): void;
}

/** Runs `work` as a step of that name; what it returns is the step's last word. Throws what `work` throws. */
export async function step(name: string, work: (step: Step) => Promise<string>): Promise<void> {
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
    const detail = await work({ say });
    finish(line(name, detail, performance.now() - startedAt));
  } catch (error) {
    finish(line(name, red('failed'), performance.now() - startedAt));
    throw error;
  }
}

function line(name: string, detail: string, ms: number): string {
  return `  ${bold(name.padEnd(nameWidth))}${detail.padEnd(detailWidth)}${dim(duration(ms).padStart(9))}`;
}
