/** A scenario on a terminal: sessions side by side, the locks after each step. */
import { bold, dim, green, red, yellow } from '@/db/launch/terminal';
import type { SeenOutcome } from './expectation';
import type { Lab } from './lab';
import type { LabLock } from './observer';
import { outcomeText } from './outcome-text';
import { waitLine } from './run';
import { type Scenario, type SteppedScenario, topics } from './scenario';

type Paint = (text: string) => string;
const plain: Paint = (text) => text;

const width = () => Math.max(72, Math.min(process.stdout.columns ?? 110, 132));

/** Breaks lines at spaces, keeping their indent; what is broken hangs by `hang`. */
export function wrap(text: string, columns: number, hang = ''): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    const indent = ' '.repeat(paragraph.length - paragraph.trimStart().length);
    let line = indent;
    for (const word of paragraph.trim().split(/\s+/)) {
      const isFirst = line.trim() === '';
      if (!isFirst && line.length + 1 + word.length > columns) {
        lines.push(line);
        line = `${indent}${hang}${word}`;
      } else line += isFirst ? word : ` ${word}`;
    }
    lines.push(line);
  }
  // A word longer than its column is cut rather than let out.
  return lines.flatMap((line) => line.match(new RegExp(`.{1,${columns}}`, 'g')) ?? ['']);
}

/** Lines of one session in its column, the others empty. */
function inColumn(
  lab: SteppedScenario,
  name: string,
  lines: readonly string[],
  paint: Paint = plain,
): string[] {
  const columnWidth = columnWidthOf(lab);
  return lines.map((line) =>
    lab.sessions
      .map((session) =>
        session.name === name
          ? paint(line) + ' '.repeat(Math.max(0, columnWidth - line.length))
          : ' '.repeat(columnWidth),
      )
      .join(dim(' │ '))
      .trimEnd(),
  );
}

const columnWidthOf = ({ sessions }: SteppedScenario) =>
  Math.floor((width() - 5 - 3 * (sessions.length - 1)) / sessions.length);

export function printHead(scenario: Scenario, server: string): void {
  console.log(`\n  ${bold(`${scenario.number}  ${scenario.title}`)}`);
  console.log(dim(`     ${topics[scenario.topic]} · MySQL ${server} · npm run lab -- ${scenario.id}`));
  for (const line of wrap(scenario.story, width() - 5)) console.log(`     ${line}`);
}

export function printSessions(scenario: SteppedScenario): void {
  const columnWidth = columnWidthOf(scenario);
  const heads = scenario.sessions.map(({ name, who }) => `${name}  ${who}`.slice(0, columnWidth));
  console.log(`\n     ${heads.map((head) => bold(head.padEnd(columnWidth))).join(dim(' │ '))}`);
  const openings = scenario.sessions.map(({ opening }) =>
    opening.flatMap((sql) => wrap(sql, columnWidth, '  ')),
  );
  const depth = Math.max(...openings.map((lines) => lines.length));
  for (let row = 0; row < depth; row += 1) {
    const cells = openings.map((lines) => dim((lines[row] ?? '').padEnd(columnWidth)));
    console.log(`     ${cells.join(dim(' │ '))}`);
  }
  console.log(dim(`     ${'─'.repeat(width() - 5)}`));
}

/** Prints the step that a lab has just done. */
export function printStep(lab: Lab, number: number): void {
  const { scenario } = lab;
  const step = scenario.steps[number];
  const record = lab.records[number];
  if (!step || !record) return;
  const columnWidth = columnWidthOf(scenario);
  const say = (lines: readonly string[]) => {
    for (const line of lines) console.log(`     ${line}`);
  };
  const entry = lab.log.findLast((line) => line.session === step.session);
  const sql = step.sql ?? '… its statement ends by itself';
  console.log(
    `${dim(String(number + 1).padStart(3))}  ${inColumn(scenario, step.session, wrap(sql, columnWidth, '  '))[0] ?? ''}`,
  );
  say(inColumn(scenario, step.session, wrap(sql, columnWidth, '  ')).slice(1));
  const outcome = entry?.outcome ?? { status: 'blocked' };
  say(
    inColumn(
      scenario,
      step.session,
      wrap(`→ ${outcomeText(outcome)}`, columnWidth, '  '),
      outcomePaint(outcome),
    ),
  );
  for (const other of lab.scenario.sessions) {
    const resumed = step.expect.resumed?.[other.name];
    const line = resumed && lab.log.findLast(({ session }) => session === other.name);
    if (line)
      say(
        inColumn(
          scenario,
          other.name,
          wrap(`→ ${outcomeText(line.outcome)}`, columnWidth, '  '),
          outcomePaint(line.outcome),
        ),
      );
  }
  say(wrap(step.explanation, width() - 5).map(dim));
  say(record.observation.waits.map((wait) => yellow(waitLine(wait))));
  say(lockTable(record.observation.locks));
  if (record.observation.locks.length === 0) say([dim('no locks')]);
  say(record.differences.map((line) => red(`not as claimed: ${line}`)));
  console.log('');
}

function outcomePaint({ status }: SeenOutcome): Paint {
  if (status === 'blocked') return yellow;
  return status === 'error' ? red : green;
}

function lockTable(locks: readonly LabLock[]): string[] {
  const rows = locks.map((lock) => [
    lock.session,
    lock.index ? `${lock.table}.${lock.index}` : lock.table,
    lock.data ?? '',
    lock.mode,
    lock.isWaiting ? 'waiting' : 'granted',
    lock.words,
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row, index) => {
    const cells = row.slice(0, 5).map((cell, column) => cell.padEnd(widths[column] ?? 0));
    const line = `${cells.join('  ')}  `;
    const words = row[5] ?? '';
    const isWide = line.length + words.length > width() - 5;
    return (locks[index]?.isWaiting ? yellow : plain)(line.trimEnd()) + (isWide ? '' : dim(`  ${words}`));
  });
}

export const printConclusion = (text: string) => {
  for (const line of wrap(text, width() - 5)) console.log(`     ${bold(line)}`);
};
