/**
 * What may be typed into a session of the lab, and why not.
 *
 * This is the first of two fences and the one that explains. The second is the sandbox's MySQL user, which has no right on
 * anything but its own schema, whatever gets past here.
 */
import { limits } from './limits';
import { type SqlToken, tokenize } from './sql-tokens';

export type Judgement =
  | { readonly isAllowed: true; readonly sql: string }
  | { readonly isAllowed: false; readonly reason: string };

/** Statements by their first words. */
const ALLOWED: readonly RegExp[] = [
  /^(SELECT|WITH|TABLE|VALUES|INSERT|REPLACE|UPDATE|DELETE)\b/,
  /^START TRANSACTION\b/,
  /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE SAVEPOINT)\b/,
  /^(EXPLAIN|DESCRIBE|DESC) /,
  /^(CREATE|DROP|ALTER|TRUNCATE)( TEMPORARY)? TABLE\b/,
  /^TRUNCATE\b/,
  /^(CREATE|DROP)( UNIQUE)? INDEX\b/,
  /^SHOW( FULL)? (TABLES|COLUMNS|INDEX|INDEXES|KEYS|WARNINGS|ERRORS|CREATE TABLE)\b/,
  /^SET\b/,
];

/** Why some statements can't be had, by their first word. */
const REFUSED: Readonly<Record<string, string>> = {
  LOAD: 'LOAD DATA reads files, of the server or of the browser. The lab has no files.',
  GRANT: 'Rights are not given out here: the sandbox has a MySQL user with rights on its own schema.',
  REVOKE: 'Rights are not changed here: the sandbox has a MySQL user with rights on its own schema.',
  USE: "A session of the lab stays in its sandbox's schema.",
  PREPARE: 'Prepared statements are off: the text that is shown must be the text that runs.',
  EXECUTE: 'Prepared statements are off: the text that is shown must be the text that runs.',
  CALL: 'There are no stored procedures in a sandbox.',
  DO: 'DO shows nothing. Use SELECT.',
  KILL: 'Sessions are ended by the lab. "Back to start" ends yours.',
  LOCK: 'LOCK TABLES is not for InnoDB: it does not show in data_locks.',
  UNLOCK: 'LOCK TABLES is not for InnoDB: it does not show in data_locks.',
  XA: 'An XA transaction could outlive its session, and the lab promises to leave nothing behind.',
  HANDLER: 'HANDLER reads around the transaction. Use SELECT.',
  FLUSH: 'FLUSH acts on the whole server.',
  RESET: 'RESET acts on the whole server.',
  SHUTDOWN: 'SHUTDOWN acts on the whole server.',
};

/** Words that are refused wherever they stand outside texts. */
const REFUSED_WORDS: Readonly<Record<string, string>> = {
  OUTFILE: 'SELECT … INTO OUTFILE writes files. The lab has no files.',
  DUMPFILE: 'SELECT … INTO DUMPFILE writes files. The lab has no files.',
  INFILE: 'LOAD DATA INFILE reads files. The lab has no files.',
  LOAD_FILE: 'LOAD_FILE reads files. The lab has no files.',
  SLEEP: 'SLEEP keeps a session busy for nothing. To see a wait, let another session hold the row.',
  BENCHMARK: 'BENCHMARK keeps the server busy for nothing.',
  GET_LOCK: 'User-level locks belong to the whole server, and do not show in data_locks.',
  RELEASE_LOCK: 'User-level locks belong to the whole server.',
  RELEASE_ALL_LOCKS: 'User-level locks belong to the whole server.',
  IS_FREE_LOCK: 'User-level locks belong to the whole server.',
  IS_USED_LOCK: 'User-level locks belong to the whole server.',
  WAIT_FOR_EXECUTED_GTID_SET: 'It waits for replication, which the lab has nothing to do with.',
  SOURCE_POS_WAIT: 'It waits for replication, which the lab has nothing to do with.',
  MASTER_POS_WAIT: 'It waits for replication, which the lab has nothing to do with.',
  PROCEDURE: 'There are no stored programs in a sandbox.',
  FUNCTION: 'There are no stored programs in a sandbox.',
  TRIGGER: 'There are no stored programs in a sandbox.',
  TABLESPACE: 'Tablespaces belong to the whole server.',
  GLOBAL:
    'A global setting belongs to everybody on this server. Set it for the session, if it is one of those the lab allows.',
  PERSIST: 'A persisted setting belongs to everybody on this server.',
  PERSIST_ONLY: 'A persisted setting belongs to everybody on this server.',
};

const SYSTEM_SCHEMAS = new Set(['MYSQL', 'SYS', 'INFORMATION_SCHEMA', 'PERFORMANCE_SCHEMA']);

/** System variables that may be read. */
const READABLE = new Set(['TRANSACTION_ISOLATION', 'AUTOCOMMIT', 'INNODB_LOCK_WAIT_TIMEOUT', 'VERSION']);

/** Each part of a SET, between its commas. */
const SETTINGS: readonly RegExp[] = [
  /^(SESSION |LOCAL )?TRANSACTION (ISOLATION LEVEL (READ UNCOMMITTED|READ COMMITTED|REPEATABLE READ|SERIALIZABLE)|READ ONLY|READ WRITE)$/,
  /^(SESSION |LOCAL |@ @ (SESSION \. )?)?AUTOCOMMIT (: )?= (0|1|ON|OFF)$/,
  /^(SESSION |LOCAL |@ @ (SESSION \. )?)?INNODB_LOCK_WAIT_TIMEOUT (: )?= [0-9]{1,3}$/,
  /^@ [A-Z_]\w* (: )?= /,
];

const OPEN_HINTS =
  /^\/\*\+\s*((NO_)?(INDEX|ORDER_INDEX|GROUP_INDEX|JOIN_INDEX|JOIN_ORDER|BNL|ICP|RANGE_OPTIMIZATION)\b[^()]*\([^()]*\)\s*)*\*\/$/i;

const refuse = (reason: string): Judgement => ({ isAllowed: false, reason });

/** Judges one statement of a visitor's own. */
export function judgeStatement(text: string): Judgement {
  if (text.length > limits.statementLength) {
    return refuse(
      `A statement of the lab has at most ${limits.statementLength.toLocaleString('en')} characters; this has ${text.length.toLocaleString('en')}.`,
    );
  }
  const tokens = tokenize(text);
  while (tokens.at(-1)?.text === ';') tokens.pop();
  if (tokens.length === 0) return refuse('There is no statement to send.');
  if (tokens.some(({ kind, text: part }) => kind === 'other' && part === ';')) {
    return refuse('One statement at a time, so that the locks can be read after each.');
  }
  const reason = refusalOf(tokens);
  return reason ? refuse(reason) : { isAllowed: true, sql: text.trim().replace(/[;\s]+$/, '') };
}

function refusalOf(tokens: readonly SqlToken[]): string | undefined {
  if (tokens.some(({ kind }) => kind === 'executable comment')) {
    return 'A comment that MySQL runs (/*! … */) would hide what is sent.';
  }
  if (tokens.some(({ kind, text }) => kind === 'hint' && !OPEN_HINTS.test(text))) {
    return 'Of the optimizer hints only those about indexes and join order are open: others change the limits of the session.';
  }
  const words = tokens.filter(({ kind }) => kind !== 'hint');
  const opening = words.findIndex(({ text }) => text !== '(');
  const line = words
    .slice(opening)
    .map(({ text }) => text)
    .join(' ')
    .toUpperCase();
  const first = words[opening]?.text ?? '';
  if (!ALLOWED.some((pattern) => pattern.test(line))) {
    return (
      REFUSED[first] ??
      `${first.length > 30 ? 'This' : first} is not open here. The lab takes SELECT, INSERT, UPDATE, DELETE, transactions, EXPLAIN, and the definition of tables and indexes.`
    );
  }
  for (const [place, token] of words.entries()) {
    // A quoted name is a column of the visitor's own, unless it is called.
    if (token.kind === 'name' && words[place + 1]?.text !== '(') continue;
    const name = nameOf(token);
    if (Object.hasOwn(REFUSED_WORDS, name)) return REFUSED_WORDS[name];
  }
  return foreignSchema(words) ?? variableReason(words, line) ?? tableReason(line);
}

/** The token as a name in capitals, quotes taken off; empty for what is none. */
function nameOf(token: SqlToken | undefined): string {
  if (token?.kind === 'word') return token.text;
  return token?.kind === 'name' ? token.text.replaceAll('`', '').toUpperCase() : '';
}

function foreignSchema(tokens: readonly SqlToken[]): string | undefined {
  for (const [place, token] of tokens.entries()) {
    const name = nameOf(token);
    const isQualifier = tokens[place + 1]?.text === '.';
    const isShown = tokens[0]?.text === 'SHOW' && ['FROM', 'IN'].includes(tokens[place - 1]?.text ?? '');
    if (SYSTEM_SCHEMAS.has(name) && (isQualifier || isShown)) {
      return `The sandbox's user reaches its own schema and nothing else; ${name.toLowerCase()} is not it. What data_locks says of your sessions is drawn on this page.`;
    }
  }
  return undefined;
}

function variableReason(tokens: readonly SqlToken[], line: string): string | undefined {
  if (line.startsWith('SET')) {
    const parts = betweenCommas(tokens.slice(1));
    if (parts.every((part) => SETTINGS.some((pattern) => pattern.test(part)))) return undefined;
    return 'Of the settings of a session these are open: the isolation level, autocommit, innodb_lock_wait_timeout (up to 999 s), and @variables.';
  }
  for (const [place, token] of tokens.entries()) {
    if (token.text !== '@' || tokens[place + 1]?.text !== '@') continue;
    let at = place + 2;
    if (['SESSION', 'LOCAL'].includes(tokens[at]?.text ?? '')) at += 2;
    const name = nameOf(tokens[at]);
    if (!READABLE.has(name))
      return 'Settings of the server are not shown here, but for the isolation level, autocommit and the lock wait timeout.';
  }
  return undefined;
}

/** Texts of what stands between commas that are in no brackets. */
function betweenCommas(tokens: readonly SqlToken[]): string[] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const { text } of tokens) {
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (text === ',' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(text.toUpperCase());
  }
  return parts.map((part) => part.join(' '));
}

function tableReason(line: string): string | undefined {
  if (!/^(CREATE|ALTER)/.test(line)) return undefined;
  const engine = /\bENGINE (?:= )?['"]?(\w+)/.exec(line)?.[1];
  if (engine && engine !== 'INNODB')
    return `Locks are shown for InnoDB; tables of ${engine} have none of them.`;
  if (/\bPARTITIONS? /.test(line)) return 'A partition is a file of its own; a sandbox does without.';
  if (/\b(DATA|INDEX) DIRECTORY\b/.test(line))
    return 'Where a table lies on the disk is the business of the server.';
  return undefined;
}
