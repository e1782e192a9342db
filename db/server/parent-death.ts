import { onPath, output } from './command';

let setpriv: Promise<string | null> | undefined;

/**
 * The command, wrapped so that Linux sends it that signal when its parent dies, even by kill -9. Elsewhere the
 * command as it is: what stays behind there is found and ended by the next start.
 */
export async function diesWithParent(command: readonly string[], signal: 'TERM' | 'KILL'): Promise<string[]> {
  setpriv ??= findSetpriv();
  const wrapper = await setpriv;
  return wrapper ? [wrapper, '--pdeathsig', signal, '--', ...command] : [...command];
}

async function findSetpriv(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  const [path] = await onPath('setpriv');
  if (!path) return null;
  // BusyBox has a setpriv without this option.
  return output([path, '--pdeathsig', 'TERM', '--', 'true']).then(
    () => path,
    () => null,
  );
}
