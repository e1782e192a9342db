/** `npm run lab`: lists, steps and checks the scenarios at a terminal. */
import { parseArgs } from 'node:util';
import { createDatabase, type Database } from '@/db/database';
import { command } from '@/db/launch/command-line';
import { bold, dim, duration, green, red, yellow } from '@/db/launch/terminal';
import { openServer } from '@/db/server';
import { Owner } from './owner';
import { printConclusion, printHead, printSessions, printStep } from './print';
import { runScenario, type ScenarioReport, serverVersion } from './run';
import { dropOrphans } from './sandbox';
import { type Scenario, topics } from './scenario';
import { scenarios } from './scenarios/all';

const usage = `npm run lab -- --list | <id> [--json] | --all [--json]

Steps real transactions on the real MySQL and checks every lock that a scenario claims.
  --list   every scenario with its id
  <id>     runs one, session beside session, with the locks after each step
  --all    runs all of them
  --json   print [{id, title, held, reason, server, steps}] and nothing else; for <id> the one object
Exit 1 when one doesn't hold, 2 for arguments that make no sense. One that can't be run here has held: null and a reason.`;

/** A reader who has seen enough closes the pipe; the clean-up at the end still comes. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await command(usage, async () => {
  const { values, positionals, problem } = readArguments();
  const chosen = problem ?? choose(values, positionals);
  if (typeof chosen === 'string') {
    console.error(chosen);
    return 2;
  }
  if (values.list) return list(values.json);
  const startedAt = performance.now();
  const server = await openServer();
  const database = createDatabase({ url: server.url, connectionLimit: 3 });
  const owner = await Owner.sign(server.url);
  // The scenario that runs is brought to its end, a second or two, so that it is cleaned up as always.
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  try {
    await dropOrphans(database);
    const reports = await runAll(database, owner.name, chosen, values.json, interruption.signal);
    if (interruption.signal.aborted) return 130;
    if (values.json) console.log(JSON.stringify(values.all ? reports : reports[0], null, 2));
    else if (values.all) printSummary(reports, performance.now() - startedAt);
    return reports.some(({ held }) => held === false) ? 1 : 0;
  } finally {
    await owner.release();
    await database.close();
    await server.stop();
  }
});

interface Values {
  list: boolean;
  all: boolean;
  json: boolean;
}

function readArguments(): { values: Values; positionals: string[]; problem?: string } {
  const flag = { type: 'boolean', default: false } as const;
  const options = { list: flag, all: flag, json: flag };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    return {
      values: { list: false, all: false, json: false },
      positionals: [],
      problem: `${sentence}. See --help.`,
    };
  }
}

/** The scenarios meant, or what is wrong with the arguments. */
function choose(
  values: { list: boolean; all: boolean },
  ids: readonly string[],
): readonly Scenario[] | string {
  const ways = Number(values.list) + Number(values.all) + Number(ids.length > 0);
  if (ways !== 1 || ids.length > 1) return 'Name one scenario, or say --all or --list. See --help.';
  const id = ids[0];
  if (id === undefined) return scenarios;
  const found = scenarios.find((scenario) => scenario.id === id || String(scenario.number) === id);
  return found ? [found] : `There is no scenario "${id}". See npm run lab -- --list.`;
}

function list(isJson: boolean): number {
  if (isJson) {
    const rows = scenarios.map(({ id, number, topic, title, kind }) => ({
      id,
      number,
      topic: topics[topic],
      title,
      kind,
    }));
    console.log(JSON.stringify(rows, null, 2));
    return 0;
  }
  for (const [topic, name] of Object.entries(topics)) {
    console.log(`\n  ${bold(name)}`);
    for (const { number, id, title } of scenarios.filter((scenario) => scenario.topic === topic)) {
      console.log(`  ${String(number).padStart(3)}  ${id.padEnd(26)}  ${title}`);
    }
  }
  console.log('');
  return 0;
}

async function runAll(
  database: Database,
  owner: string,
  chosen: readonly Scenario[],
  isJson: boolean,
  interruption: AbortSignal,
): Promise<ScenarioReport[]> {
  const isSingle = chosen.length === 1 && !isJson;
  const version = await serverVersion(database);
  const reports: ScenarioReport[] = [];
  for (const scenario of chosen) {
    if (interruption.aborted) break;
    if (isSingle) {
      printHead(scenario, version);
      if (scenario.kind === 'stepped') printSessions(scenario);
    }
    const isPrintingSteps = isSingle && scenario.kind === 'stepped';
    const report = await runScenario(database, owner, scenario, isPrintingSteps ? printStep : undefined);
    reports.push(report);
    if (isSingle) printEnd(scenario, report);
    else if (!isJson) printLine(scenario, report);
  }
  return reports;
}

function printEnd(scenario: Scenario, report: ScenarioReport): void {
  if (scenario.kind === 'matrix') {
    const columnWidth = 34;
    console.log(
      `\n     ${''.padEnd(22)}${scenario.columns.map((name) => bold(name.padEnd(columnWidth))).join('')}`,
    );
    for (const row of scenario.rows) {
      const cells = scenario.cells
        .filter((cell) => cell.row === row)
        .map((cell) => {
          const steps = report.steps.filter((step) => step.cell === `${cell.row}, ${cell.column}`);
          const text = (steps.every((step) => step.held) ? cell.verdict : 'not as claimed').padEnd(
            columnWidth,
          );
          return cell.isHarmful ? red(text) : green(text);
        });
      console.log(`     ${row.padEnd(22)}${cells.join('')}`);
    }
    console.log('');
  }
  if (report.reason) console.log(`\n     ${yellow(report.reason)}`);
  if (scenario.kind !== 'unavailable') printConclusion(scenario.conclusion);
  console.log(`\n     ${verdictOf(report)}\n`);
}

function verdictOf({ held, steps, server }: ScenarioReport): string {
  if (held === null) return yellow('not run here');
  const count = `${steps.length} steps on MySQL ${server}`;
  return held ? `${green('holds')}  ${dim(count)}` : `${red('does not hold')}  ${dim(count)}`;
}

function printLine(scenario: Scenario, report: ScenarioReport): void {
  const mark = report.held === null ? yellow('  –  ') : report.held ? green('holds') : red('fails');
  console.log(`  ${mark}  ${String(scenario.number).padStart(2)}  ${scenario.title}`);
  if (report.reason) console.log(dim(`             ${report.reason}`));
  for (const step of report.steps.filter(({ held }) => !held)) {
    console.log(`             step ${step.step}${step.cell ? ` of ${step.cell}` : ''}, ${step.session}`);
    for (const line of step.differences) console.log(red(`               ${line}`));
  }
}

function printSummary(reports: readonly ScenarioReport[], ms: number): void {
  const count = (held: boolean | null) => reports.filter((report) => report.held === held).length;
  const steps = reports.reduce((sum, report) => sum + report.steps.length, 0);
  console.log(
    `\n  ${count(true)} hold, ${count(false)} fail, ${count(null)} not run here; ${steps} steps in ${duration(ms)} on MySQL ${reports[0]?.server}\n`,
  );
}
