import { engineStatements } from './statements';

/** docs/statements.md: every statement of the engine with its name and purpose, from the objects that are run. */
export function statementsDocument(): string {
  const head = [
    '# Statements',
    'Every statement of the engine, as it is run. Made by `npm run -s statements -- --markdown`; a test compares.',
  ];
  const sections = engineStatements.map(
    ({ name, purpose, sql }) => `## ${name}\n\n${purpose}\n\n\`\`\`sql\n${sql}\n\`\`\``,
  );
  return [...head, ...sections].join('\n\n');
}
