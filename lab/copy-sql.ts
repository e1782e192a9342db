/**
 * A scenario as SQL for mysql clients: blocks to be pasted one after the other, each into the client that it names.
 * Consecutive steps of one session are one block; what happens is written above as a comment.
 */
import type { ExpectedOutcome, SessionName, Step, SteppedScenario } from './scenario';

export interface PasteBlock {
  /** Which client it goes into; `any` for what is done once before and after. */
  readonly client: SessionName | 'any';
  readonly title: string;
  readonly sql: string;
}

export const PASTE_SCHEMA = 'lastunit_paste';

const end = (sql: string) => `${sql};`;

export function pasteBlocks(scenario: SteppedScenario): PasteBlock[] {
  const build = [
    `DROP DATABASE IF EXISTS ${PASTE_SCHEMA}`,
    `CREATE DATABASE ${PASTE_SCHEMA}`,
    `USE ${PASTE_SCHEMA}`,
    ...scenario.setup,
  ];
  const blocks: PasteBlock[] = [
    { client: 'any', title: 'once, in any client', sql: build.map(end).join('\n') },
  ];
  const inRedis = new Set(
    scenario.sessions.filter(({ system }) => system === 'redis').map(({ name }) => name),
  );
  for (const { name, who, opening } of scenario.sessions) {
    if (inRedis.has(name)) continue;
    // A client at a terminal has the server's settings; the lab's sessions have these.
    const sql = [`USE ${PASTE_SCHEMA}`, 'SET SESSION innodb_lock_wait_timeout = 1200', ...opening]
      .map(end)
      .join('\n');
    blocks.push({ client: name, title: `client ${name}: ${who}`, sql });
  }
  for (const [number, step] of scenario.steps.entries()) {
    const last = blocks.at(-1);
    const isRedis = inRedis.has(step.session);
    // redis-cli knows no comments, and no semicolon at the end.
    const text = isRedis
      ? (step.sql ?? '')
      : `-- ${number + 1}. ${wordsOf(step)}${step.sql === undefined ? '' : `\n${step.sql};`}`;
    const isSame = last?.client === step.session && number > 0;
    if (isSame) blocks[blocks.length - 1] = { ...last, sql: `${last.sql}\n${text}` };
    else
      blocks.push({
        client: step.session,
        title: isRedis ? 'redis-cli' : `client ${step.session}`,
        sql: text,
      });
  }
  const rollback = scenario.sessions.map(({ name }) => name).join(' and ');
  blocks.push({
    client: 'any',
    title: `at the end, after ROLLBACK in ${rollback}`,
    sql: end(`DROP DATABASE ${PASTE_SCHEMA}`),
  });
  return blocks;
}

/** All blocks as one text. */
export function pasteText(scenario: SteppedScenario): string {
  const head = [
    `-- ${scenario.title}`,
    '-- Paste block after block, each into the client that it names.',
  ].join('\n');
  return [head, ...pasteBlocks(scenario).map(({ title, sql }) => `-- == ${title}\n${sql}`)].join('\n\n');
}

function wordsOf({ session, expect }: Step): string {
  const own = `${session} ${outcomeWords(expect.outcome)}`;
  const others = Object.entries(expect.resumed ?? {}).map(
    ([name, outcome]) => `${name} ${outcomeWords(outcome)}`,
  );
  return [own, ...others].join('; ');
}

function outcomeWords(outcome: ExpectedOutcome): string {
  if (outcome.status === 'blocked') return 'waits';
  return outcome.status === 'error' ? `fails with ${outcome.code}` : 'goes on';
}
