import { onPath, output } from './command';

let prefix: Promise<string[]> | undefined;

/**
 * The command, wrapped so that Linux asks it to end (SIGTERM, a clean shutdown) when its parent dies, even by kill -9. Elsewhere
 * the command as it is: what stays behind there is found and ended by the next start.
 */
export async function diesWithParent(command: readonly string[]): Promise<string[]> {
  prefix ??= findPrefix();
  return [...(await prefix), ...command];
}

async function findPrefix(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const [setpriv] = await onPath('setpriv');
  if (!setpriv) return [];
  const wrapper = [setpriv, '--pdeathsig', 'TERM', '--'];
  // BusyBox has a setpriv without this option.
  return output([...wrapper, 'true']).then(
    () => wrapper,
    () => [],
  );
}
