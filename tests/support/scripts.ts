/** Running our commands as somebody at a terminal would. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkoutFolder } from '@/db/server/paths';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one of our files to its end. */
export function runFile(file: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, [join(checkoutFolder, 'db/launch/run.mjs'), file, ...args], {
    env: { ...process.env, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Starts one of our files; resolves with its first line while it goes on. */
export function startFile(file: string, args: string[]): Promise<{ line: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [join(checkoutFolder, 'db/launch/run.mjs'), file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${file} ended with code ${code}`)));
    child.stdout.on('data', (more) => {
      text += more;
      const end = text.indexOf('\n');
      if (end < 0) return;
      resolve({
        line: text.slice(0, end),
        kill: async () => {
          child.kill('SIGKILL');
          await gone;
        },
      });
    });
  });
}
