/** `npm run lab`: lists, steps and checks the scenarios at a terminal. */
import { parseArgs } from 'node:util';
import { createDatabase, type Database } from '@/db/database';
import { command } from '@/db/launch/command-line';
import { bold, dim, duration, green, red, yellow } from '@/db/launch/terminal';
import { openRedisServer } from '@/db/redis/server';
import { openServer } from '@/db/server';
import { Owner } from './owner';
import { printConclusion, printHead, printSessions, printStep } from './print';
import { type RepeatedReport, repeatScenario } from './repeat';
import { needsRedis } from './run';
import { dropOrphans, serverVersion } from './sandbox';
import { foundOn, type Scenario, topics } from './scenario';
import { scenarios } from './scenarios/all';

const usage = `npm run lab -- --list | <id> [--repeat N] [--json] | --all [--repeat N] [--json]

Steps real transactions on the real MySQL and checks every lock that a scenario claims.
  --list      every scenario with its id
  <id>        runs one, session beside session, with the locks after each step
  --all       runs all of them
  --repeat N  runs each N times (1 to 1,000) and compares outcomes, waits and locks of every run with those of the first
  --json      print [{id, title, held, reason, server, steps, runs, unlike}] and nothing else; for <id> the one object
Exit 1 when one doesn't hold, 2 for arguments that make no sense. One that can't be run here has held: null and a reason.`;

interface Values {
  list: boolean;
  all: boolean;
  json: boolean;
  /** How often each scenario is run. */
  repeat: number;
}

const nothing: Values = { list: false, all: false, json: false, repeat: 1 };

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
  // Where none can be had, the scenario that needs it says so.
  const redis = chosen.some(needsRedis) ? await openRedisServer() : undefined;
  if (redis?.isThere) process.env.REDIS_URL = redis.url;
  const server = await openServer();
  const database = createDatabase({ url: server.url, connectionLimit: 3 });
  const owner = await Owner.sign(server.url);
  // The scenario that runs is brought to its end, a second or two, so that it is cleaned up as always.
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  try {
    await dropOrphans(database);
    const reports = await runAll(database, owner.name, chosen, values, interruption.signal);
    if (interruption.signal.aborted) return 130;
    if (values.json) console.log(JSON.stringify(values.all ? reports : reports[0], null, 2));
    else if (values.all) printSummary(reports, performance.now() - startedAt);
    return reports.some(({ held }) => held === false) ? 1 : 0;
  } finally {
    await owner.release();
    await database.close();
    await server.stop();
    if (redis?.isThere) await redis.stop();
  }
});

function readArguments(): { values: Values; positionals: string[]; problem?: string } {
  const flag = { type: 'boolean', default: false } as const;
  const options = { list: flag, all: flag, json: flag, repeat: { type: 'string', default: '1' } } as const;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const repeat = Number(values.repeat);
    if (Number.isInteger(repeat) && repeat >= 1 && repeat <= 1_000)
      return { values: { ...values, repeat }, positionals };
    const problem = `--repeat takes a number from 1 to 1,000, not "${values.repeat}". See --help.`;
    return { values: nothing, positionals: [], problem };
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    return { values: nothing, positionals: [], problem: `${sentence}. See --help.` };
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
  { json: isJson, repeat }: Values,
  interruption: AbortSignal,
): Promise<RepeatedReport[]> {
  const isSingle = chosen.length === 1 && !isJson;
  const version = await serverVersion(database);
  const reports: RepeatedReport[] = [];
  for (const scenario of chosen) {
    if (interruption.aborted) break;
    if (isSingle) {
      printHead(scenario, version);
      if (scenario.kind === 'stepped') printSessions(scenario);
    }
    const isPrintingSteps = isSingle && scenario.kind === 'stepped';
    const onStep = isPrintingSteps ? printStep : undefined;
    const report = await repeatScenario(database, owner, scenario, repeat, onStep);
    reports.push(report);
    if (isSingle) printEnd(scenario, report);
    else if (!isJson) printLine(scenario, report);
  }
  return reports;
}

function printEnd(scenario: Scenario, report: RepeatedReport): void {
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
  printConclusion(scenario.conclusion);
  console.log(`\n     ${verdictOf(report)}\n`);
}

function verdictOf({ held, steps, server, runs, unlike }: RepeatedReport): string {
  if (held === null) return yellow('not run here');
  const count = `${steps.length} steps on MySQL ${server}${runs > 1 ? `, ${runs} runs` : ''}`;
  const verdict = held ? `${green('holds')}  ${dim(count)}` : `${red('does not hold')}  ${dim(count)}`;
  return [verdict, ...unlike.map((line) => red(line))].join('\n     ');
}

function printLine(scenario: Scenario, report: RepeatedReport): void {
  const mark = report.held === null ? yellow('  –  ') : report.held ? green('holds') : red('fails');
  console.log(`  ${mark}  ${String(scenario.number).padStart(2)}  ${scenario.title}`);
  if (report.reason) console.log(dim(`             ${report.reason}`));
  for (const step of report.steps.filter(({ held }) => !held)) {
    console.log(`             step ${step.step}${step.cell ? ` of ${step.cell}` : ''}, ${step.session}`);
    for (const line of step.differences) console.log(red(`               ${line}`));
  }
  for (const line of report.unlike) console.log(red(`             not alike: ${line}`));
}

function printSummary(reports: readonly RepeatedReport[], ms: number): void {
  const count = (held: boolean | null) => reports.filter((report) => report.held === held).length;
  const steps = reports.reduce((sum, report) => sum + report.steps.length * report.runs, 0);
  const [{ server, runs } = { server: 'unknown', runs: 0 }] = reports;
  console.log(
    `\n  ${count(true)} hold, ${count(false)} fail, ${count(null)} not run here; ${steps} steps in ${duration(ms)} on MySQL ${server}`,
  );
  if (runs > 1) {
    const unlike = reports.filter((report) => report.unlike.length > 0).length;
    const verdict =
      unlike === 0 ? 'each saw the same locks every time' : `${unlike} saw other locks than before`;
    console.log(`  ${runs} runs of each: ${verdict}`);
  }
  if (count(false) > 0)
    console.log(`  What is claimed was found on ${foundOn}, unless a step says otherwise.`);
  console.log('');
}
