/**
 * `npm test`: every stage, one after the other, whatever the ones before gave, and one summary. Promise: the last line is
 * alone and says "N passed, N failed"; the exit code is 0 only when nothing failed; no skipped test goes unnamed.
 */
import { parseArgs } from 'node:util';
import { endAllChildren } from '@/db/launch/children';
import { command } from '@/db/launch/command-line';
import { onSignal } from '@/db/launch/signals';
import { bold, dim, duration, green, red, yellow } from '@/db/launch/terminal';
import { type Outcome, runStage, type Stage } from './stage';
import { stages } from './stages';

const names = stages.map(({ name }) => name).join(',');

const usage = `npm test [-- --only ${names}]

Runs ${stages.map(({ name, what }) => `${name} (${what})`).join(', ')}.
  --only LIST   run these stages only, separated by commas`;

await command(usage, async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const picked = values.only?.split(',').map((name) => name.trim());
  const unknown = picked?.find((name) => !stages.some((stage) => stage.name === name));
  if (unknown !== undefined) {
    console.error(`There is no stage "${unknown}"; there are ${names}.`);
    return 2;
  }
  const signal = onSignal(endAllChildren);
  console.log(`\n  ${bold('Lastunit')} ${dim('tests')}\n`);
  const outcomes: [Stage, Outcome | null][] = [];
  for (const stage of stages) {
    outcomes.push([stage, picked && !picked.includes(stage.name) ? null : await runStage(stage)]);
    if (signal.name) {
      await signal.finished;
      return 130;
    }
  }
  return summarise(outcomes);
});

function summarise(outcomes: [Stage, Outcome | null][]): number {
  console.log('');
  for (const [, outcome] of outcomes) {
    for (const name of outcome?.failures ?? []) console.log(`  ${red('failed')}   ${name}`);
    for (const name of outcome?.flaky ?? [])
      console.log(`  ${yellow('flaky')}    ${name} passed at its second try`);
    for (const name of outcome?.skips ?? []) console.log(`  ${yellow('skipped')}  ${name}`);
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  console.log(
    dim(
      `\n  ${'stage'.padEnd(12)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'skipped'.padStart(9)}${'time'.padStart(13)}`,
    ),
  );
  for (const [{ name }, outcome] of outcomes) {
    if (!outcome) {
      console.log(dim(`  ${name.padEnd(12)}${'not picked with --only'.padStart(25)}`));
      continue;
    }
    const { passed, failed, skipped, ms } = outcome;
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    const paint = failed > 0 ? red : green;
    const numbers = `${String(passed).padStart(8)}${String(failed).padStart(8)}${String(skipped).padStart(9)}`;
    console.log(`  ${paint(name.padEnd(12))}${numbers}${dim(duration(ms).padStart(13))}`);
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}
