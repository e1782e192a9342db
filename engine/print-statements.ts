/** `npm run statements`: every statement of the engine as text, with its name and purpose. */
import { engineStatements } from './statements';

const isMarkdown = process.argv.includes('--markdown');

if (isMarkdown) {
  console.log(
    '# Statements\n\nEvery statement of the engine, as it is run. Made by `npm run statements -- --markdown`.',
  );
  for (const { name, purpose, sql } of engineStatements) {
    console.log(`\n## ${name}\n\n${purpose}\n\n\`\`\`sql\n${sql}\n\`\`\``);
  }
} else {
  const [name, ...others] = process.argv.slice(2);
  const chosen = engineStatements.filter((statement) => !name || statement.name.startsWith(name));
  if (others.length > 0 || chosen.length === 0) {
    console.error('usage: npm run statements [-- <name or its beginning> | --markdown]');
    process.exit(2);
  }
  for (const statement of chosen) {
    console.log(`\n-- ${statement.name}\n-- ${statement.purpose}\n${statement.sql};`);
  }
}
