/** `npm run statements`: every statement of the engine as text, with its name and purpose. */
import { parseArgs } from 'node:util';
import { command } from '@/db/launch/command-line';
import { dim } from '@/db/launch/terminal';
import { engineStatements } from './statements';
import { statementsDocument } from './statements-document';

const usage = `npm run statements [-- NAME | --markdown]

Prints the statements of the engine as they are run.
  NAME         only those whose name begins so: reserve, reserve.lock_units
  --markdown   as the page docs/statements.md`;

await command(usage, async () => {
  const { values, positionals } = parseArgs({
    options: { markdown: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values.markdown) {
    console.log(statementsDocument());
    return 0;
  }
  const chosen = engineStatements.filter(({ name }) => name.startsWith(positionals[0] ?? ''));
  if (positionals.length > 1 || chosen.length === 0) {
    console.error(`No statement's name begins with "${positionals.join(' ')}".\nSee --help.`);
    return 2;
  }
  for (const { name, purpose, sql } of chosen) console.log(`\n${dim(`-- ${name}\n-- ${purpose}`)}\n${sql};`);
  return 0;
});
