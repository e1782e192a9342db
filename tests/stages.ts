/** The stages of `npm test`, cheapest first. */
import { join } from 'node:path';
import { removeDevTypes } from '@/db/launch/build';
import { checkoutFolder } from '@/db/server/paths';
import { readPlaywrightReport, readVitestReport } from './reports';
import type { Stage } from './stage';
import { provideChromium } from './support/chromium';

function tool(path: string): string[] {
  return [process.execPath, join(checkoutFolder, 'node_modules', path)];
}

const biome = tool('@biomejs/biome/bin/biome');
const next = tool('next/dist/bin/next');
// Not bin/tsc: Node before 20.10 takes no module without an ending.
const tsc = tool('typescript/lib/tsc.js');
const playwright = tool('@playwright/test/cli.js');

function vitest(project: string, report: string): string[] {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return [...tool('vitest/vitest.mjs'), 'run', `--project=${project}`, ...reporters];
}

export const stages: readonly Stage[] = [
  {
    name: 'lint',
    what: 'Biome: rules, format, import directions',
    commands: () => [[...biome, 'check', '.']],
  },
  {
    name: 'types',
    what: 'TypeScript, strict',
    prepare: async () => {
      await removeDevTypes();
      return {};
    },
    // Types of the routes are made by Next.js and not kept in the repository.
    commands: () => [
      [...next, 'typegen'],
      [...tsc, '--noEmit'],
    ],
  },
  {
    name: 'unit',
    what: 'pure functions',
    commands: (report) => [vitest('unit', report)],
    read: readVitestReport,
  },
  {
    name: 'engine',
    what: 'engine, checkout, simulator, lab and database on a real MySQL',
    commands: (report) => [vitest('engine', report)],
    read: readVitestReport,
  },
  {
    name: 'server',
    what: 'live panel and roll-out, alone on a MySQL that they look at as a whole',
    commands: (report) => [vitest('server', report)],
    read: readVitestReport,
  },
  {
    name: 'browser',
    what: 'Playwright in a real Chromium',
    prepare: async (say) => ({ PLAYWRIGHT_CHROMIUM: await provideChromium(say) }),
    commands: () => [[...playwright, 'test', '--reporter=list,json']],
    environment: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    read: readPlaywrightReport,
  },
];
