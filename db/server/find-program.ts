/**
 * Finds a mysqld to run, in this order: one on the PATH, one fetched before, Debian's packages, MySQL's own download. Each way
 * that doesn't work leaves its reason, and only when none is left are they all told, with the three ways out.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from './command';
import { debianCommands, debianObstacle, fetchDebianPackages, mysqlPackages } from './debian-packages';
import { downloadCommands, fetchMysqlDownload } from './mysql-download';
import { cacheFolder } from './paths';
import { judgeProgram, minimumVersion, type Program, type Source } from './program';
import { reasonOf, SetupError } from './setup-error';
import { makeWhole } from './whole-folder';

/** Folders that hold servers but are often not on an ordinary user's PATH. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/local/mysql/bin'];

type Report = (line: string) => void;
type Finding = { program: Program } | { reason: string };

interface Fetched {
  folder: string;
  what: string;
  source: Source;
  obstacle(): Promise<string | null>;
  fetch(folder: string): Promise<void>;
  commands(folder: string): { server: string[]; client: string[] };
}

function fetchable(): Fetched[] {
  const programs = join(cacheFolder(), 'programs');
  return [
    {
      folder: join(programs, 'debian'),
      what: "Debian's packages",
      source: 'debian',
      obstacle: debianObstacle,
      fetch: (folder) => fetchDebianPackages(folder, mysqlPackages),
      commands: debianCommands,
    },
    {
      folder: join(programs, 'mysql'),
      what: "MySQL's own download",
      source: 'download',
      obstacle: async () => null,
      fetch: fetchMysqlDownload,
      commands: downloadCommands,
    },
  ];
}

/** Each program that can be tried, best first; a caller that can't use one asks for the next. */
export async function* findPrograms(report: Report, reasons: string[]): AsyncGenerator<Program> {
  for (const path of await onPath('mysqld', serverFolders)) {
    const finding = await examine('path', [path], path);
    if ('program' in finding) yield finding.program;
    else {
      reasons.push(finding.reason);
      report(finding.reason);
    }
  }
  const ways = fetchable();
  for (const way of ways.filter(({ folder }) => existsSync(folder))) {
    const finding = await examineFetched('cache', way);
    if ('program' in finding) yield finding.program;
    else reasons.push(finding.reason);
  }
  for (const way of ways.filter(({ folder }) => !existsSync(folder))) {
    const finding = await fetchAndExamine(way, report);
    if ('program' in finding) yield finding.program;
    else reasons.push(finding.reason);
  }
}

async function examine(source: Source, server: string[], name: string, client?: string[]): Promise<Finding> {
  const verdict = await judgeProgram(server);
  if (!verdict.usable) return { reason: `${name} ${verdict.reason}` };
  if (source === 'path') {
    const [beside] = await onPath('mysql');
    return {
      program: {
        source,
        version: verdict.version,
        command: [...server, '--no-defaults'],
        client: beside ? [beside] : null,
      },
    };
  }
  return { program: { source, version: verdict.version, command: server, client: client ?? null } };
}

async function examineFetched(source: Source, way: Fetched): Promise<Finding> {
  const { server, client } = way.commands(way.folder);
  return examine(source, server, way.folder, client);
}

async function fetchAndExamine(way: Fetched, report: Report): Promise<Finding> {
  const obstacle = await way.obstacle();
  if (obstacle) return { reason: `${way.what}: ${obstacle}` };
  report(`fetching MySQL from ${way.what}`);
  try {
    await makeWhole(way.folder, way.fetch);
  } catch (error) {
    return { reason: `${way.what}: ${reasonOf(error)}` };
  }
  return examineFetched(way.source, way);
}

/** The message when no way is left. */
export function nothingFound(reasons: readonly string[]): SetupError {
  return new SetupError(
    [
      'No MySQL could be found or fetched.',
      ...reasons.map((reason) => `  - ${reason}`),
      'Three ways out:',
      `  1. Install MySQL ${minimumVersion.join('.')} or newer so that mysqld is on the PATH (not MariaDB).`,
      '  2. Name a server that runs: DATABASE_URL=mysql://user:password@host:3306/lastunit',
      '  3. docker compose up -d --wait, then DATABASE_URL=mysql://root:lastunit@127.0.0.1:3306/lastunit',
    ].join('\n'),
  );
}
