import { execFile } from 'node:child_process';
import { access, constants, realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The standard output of a command that ended well. Throws with the end of its error output otherwise. */
export async function output(command: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> {
  const [file, ...rest] = command;
  if (!file) throw new Error('An empty command.');
  try {
    const { stdout } = await execute(file, rest, { env: env ?? process.env, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    const end = stderr?.trim().split('\n').slice(-2).join(' ') || (error as Error).message;
    throw new Error(`${file} failed: ${end}`, { cause: error });
  }
}

/** Every file of that name on the PATH that may be executed, in the PATH's order; `more` are folders looked at last. */
export async function onPath(name: string, more: readonly string[] = []): Promise<string[]> {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...more].filter(Boolean);
  const found = new Map<string, string>();
  for (const folder of folders) {
    const path = join(folder, file);
    // Where /sbin is a link to /usr/sbin, both lead to one file.
    const real = await access(path, constants.X_OK).then(
      () => realpath(path),
      () => null,
    );
    if (real !== null && !found.has(real)) found.set(real, path);
  }
  return [...found.values()];
}
