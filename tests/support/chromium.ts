/** A Chromium for Playwright: the one named by PLAYWRIGHT_CHROMIUM, an installed one, Playwright's own, or Debian's package. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { onPath, output } from '@/db/server/command';
import { checkoutFolder } from '@/db/server/paths';
import { reasonOf, SetupError } from '@/db/server/setup-error';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a browser that is here already, or undefined. */
export function findChromium(): string | undefined {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named) return named;
  return [...installed, chromium.executablePath()].find((path) => existsSync(path));
}

/** Chromium refuses to run its sandbox as root, which is a container's usual user. */
export function chromiumArguments(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** The path of a browser, installed first if there is none. Throws SetupError with each way that was tried. */
export async function provideChromium(say: (detail: string) => void): Promise<string> {
  const found = findChromium();
  if (found) return found;
  const reasons: string[] = [];
  for (const way of [installDebianPackage, installPlaywrightBrowser]) {
    const reason = await way(say).catch(reasonOf);
    if (reason) reasons.push(reason);
    const now = findChromium();
    if (now) return now;
  }
  throw new SetupError(
    [
      'No Chromium could be found or installed.',
      ...reasons.map((reason) => `  - ${reason}`),
      'Name one with PLAYWRIGHT_CHROMIUM=/path.',
    ].join('\n'),
  );
}

async function installDebianPackage(say: (detail: string) => void): Promise<string | undefined> {
  const isDebian =
    existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  if (!isDebian || (await onPath('apt-get')).length === 0) return "Debian's package: this is not Debian";
  if (process.getuid?.() !== 0) return "Debian's package: needs root (apt-get install chromium)";
  say("installing Debian's chromium");
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await output(['apt-get', 'update', '-qq'], environment);
  await output(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'], environment);
  return undefined;
}

async function installPlaywrightBrowser(say: (detail: string) => void): Promise<string | undefined> {
  say("fetching Playwright's own browser");
  const playwright = join(checkoutFolder, 'node_modules/@playwright/test/cli.js');
  await output([process.execPath, playwright, 'install', 'chromium']);
  return undefined;
}
