/**
 * Programs from Debian's packages, run from a private folder. The packages are fetched with their whole closure, libc
 * included, and unpacked without being installed, so that neither the system's libraries nor its package state
 * change, and no root is needed. The mirror is the one that this machine's apt already uses.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, output } from './command';

export interface DebianPackages {
  /** Where they are taken from; the machine's own release if not given. */
  readonly suite?: string;
  readonly packages: readonly string[];
}

/** Debian's stable releases ship MariaDB only, `sid` has MySQL. */
export const mysqlPackages: DebianPackages = {
  suite: 'sid',
  packages: ['mysql-server-core', 'mysql-client-core'],
};
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** By what Node calls a processor: the folder of libraries and the loader's name in Debian's packages. */
const processors: Record<string, { libraries: string; loader: string }> = {
  x64: { libraries: 'x86_64-linux-gnu', loader: 'ld-linux-x86-64.so.2' },
  arm64: { libraries: 'aarch64-linux-gnu', loader: 'ld-linux-aarch64.so.1' },
};

/** Why Debian's packages can't be used on this machine, or null. */
export async function debianObstacle(): Promise<string | null> {
  if (process.platform !== 'linux') return 'this is not Linux';
  if (!processors[process.arch]) return `there is no recipe for the processor ${process.arch}`;
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  if (!/^ID=debian$/m.test(release)) return 'this is not Debian';
  for (const tool of ['apt-get', 'dpkg']) {
    if ((await onPath(tool)).length === 0) return `${tool} is missing`;
  }
  return null;
}

/** The mirror of Debian's main archive in this machine's own apt configuration. */
export async function debianMirror(): Promise<string> {
  const listing = await output([
    'apt-get',
    'indextargets',
    '--format',
    '$(REPO_URI)|$(CODENAME)|$(COMPONENT)',
  ]);
  const targets = listing.split('\n').map((line) => line.split('|'));
  const codename = await ownRelease();
  const main = targets.find(([, name, component]) => name === codename && component === 'main');
  if (main?.[0]) return main[0];
  // Where apt-get update never ran, targets have no code name yet: the sources themselves are read.
  const sources = await readSources();
  const uri = sources.find((line) => line.includes(codename) && !line.includes('security'));
  const found = uri && /(?:https?|mirror\+file|file|copy):\S+/.exec(uri)?.[0];
  if (!found) throw new Error("this machine's apt configuration names no mirror of Debian's main archive");
  return found;
}

async function ownRelease(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8');
  return /^VERSION_CODENAME=(.+)$/m.exec(release)?.[1] ?? 'sid';
}

/** Each source of /etc/apt as one line, whichever of the two formats it is written in. */
async function readSources(): Promise<string[]> {
  const folder = '/etc/apt/sources.list.d';
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(
    ['/etc/apt/sources.list', ...names.map((name) => join(folder, name))].map(async (path) => ({
      path,
      text: (await readFile(path, 'utf8').catch(() => '')).replace(/^#.*\n?/gm, ''),
    })),
  );
  return texts.flatMap(({ path, text }) =>
    path.endsWith('.sources')
      ? text.split(/\n\s*\n/).map((stanza) => stanza.replaceAll('\n', ' '))
      : text.split('\n'),
  );
}

/** Fetches the packages and unpacks them into `folder`. */
export async function fetchDebianPackages(
  folder: string,
  { suite, packages }: DebianPackages,
): Promise<void> {
  const work = join(folder, 'apt');
  const archives = join(work, 'cache/archives');
  await mkdir(join(archives, 'partial'), { recursive: true });
  await mkdir(join(work, 'lists/partial'), { recursive: true });
  await writeFile(join(work, 'status'), '');
  const signed = (await readFile(keyring).catch(() => null)) ? `[signed-by=${keyring}] ` : '';
  await writeFile(
    join(work, 'sources.list'),
    `deb ${signed}${await debianMirror()} ${suite ?? (await ownRelease())} main\n`,
  );
  const apt = ['apt-get', '-qq', ...privateState(work)];
  await output([...apt, 'update']);
  await output([...apt, 'install', '-y', '--no-install-recommends', '--download-only', ...packages]);
  for (const name of await readdir(archives)) {
    if (name.endsWith('.deb')) await output(['dpkg', '-x', join(archives, name), folder]);
  }
  for (const leftover of ['apt', 'usr/share/doc'])
    await rm(join(folder, leftover), { recursive: true, force: true });
}

/** Options that give apt a state of its own; its empty status file makes libc part of what is fetched. */
function privateState(folder: string): string[] {
  const settings = {
    'Dir::Etc::SourceList': join(folder, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::Etc::Preferences': '/dev/null',
    'Dir::Etc::PreferencesParts': '/dev/null',
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::State::Status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Sandbox::User': 'root',
    'Acquire::Retries': '2',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

/**
 * The beginning of a command line that runs a program of an unpacked tree: the packages' own loader with their own
 * libraries. Before Debian 13 the loader lies in /lib, which is no link in an unpacked tree.
 */
export function debianLoader(tree: string, ownFolders: readonly string[] = []): string[] {
  const processor = processors[process.arch] ?? { libraries: '', loader: '' };
  const folders = [`usr/lib/${processor.libraries}`, `lib/${processor.libraries}`];
  const inTree = folders.map((name) => join(tree, name));
  const home = inTree.find((name) => existsSync(join(name, processor.loader))) ?? inTree[0] ?? '';
  const libraries = [...inTree, ...ownFolders.map((name) => join(tree, name))];
  return [join(home, processor.loader), '--library-path', libraries.join(':')];
}

/** The command lines of MySQL's server and client in an unpacked tree. */
export function debianCommands(tree: string): { server: string[]; client: string[] } {
  const loader = debianLoader(tree, ['usr/lib/mysql', 'usr/lib/mysql/private']);
  const base = [`--basedir=${join(tree, 'usr')}`, `--lc-messages-dir=${join(tree, 'usr/share/mysql')}`];
  return {
    server: [...loader, join(tree, 'usr/sbin/mysqld'), '--no-defaults', ...base],
    client: [...loader, join(tree, 'usr/bin/mysql')],
  };
}
