/**
 * Runs one of our TypeScript files on a fresh clone: `node db/launch/run.mjs <file> [arguments]`.
 * Plain JavaScript without dependencies, since it is what installs them. Promise: packages are those of package-lock.json
 * when the file starts; standard output belongs to the file alone; the file runs in this very process, so signals and
 * exit codes are its own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithNpm } from './npm-watch.mjs';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const wanted = [20, 9];

function stop(message) {
  console.error(message);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return;
  stop(`Lastunit needs Node ${wanted.join('.')} or newer; this is ${process.versions.node}.`);
}

function lockfile(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}

/** npm writes its hidden lockfile last, so one that agrees means an installation that was completed. */
function isInstalled() {
  const asked = lockfile(join(checkout, 'package-lock.json'));
  const installed = lockfile(join(checkout, 'node_modules/.package-lock.json'));
  if (!installed) return false;
  return Object.entries(asked).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // Optional packages are those of other systems; npm leaves them out.
    return installed[path] ? installed[path].version === version : optional === true;
  });
}

function install() {
  const startedAt = performance.now();
  process.stderr.write('  packages    installing from package-lock.json, once\n');
  const npm = process.env.npm_execpath;
  const command = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const args = [...command.slice(1), 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error, stderr } = spawnSync(command[0], args, {
    cwd: checkout,
    encoding: 'utf8',
    shell: command[0] === 'npm' && process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) stop(`npm ci failed:\n${stderr || error?.message || 'it was stopped'}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(`  packages    installed in ${seconds} s\n`);
}

checkNode();
const [file, ...args] = process.argv.slice(2);
if (!file) stop('Usage: node db/launch/run.mjs <file> [arguments]');
if (!isInstalled()) install();
endWithNpm();
process.chdir(checkout);
process.argv = [process.argv[0], resolve(checkout, file), ...args];
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(resolve(checkout, file)).href);
