/**
 * SQL as lines of classified tokens, computed on the server, so that no grammar reaches the browser. A page passes the
 * result on as plain JSON, or uses SqlBlock, which does both.
 */
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import sqlGrammar from 'shiki/langs/sql.mjs';

export type SqlTokenKind = 'keyword' | 'string' | 'number' | 'comment' | 'placeholder' | 'plain';

export interface SqlToken {
  kind: SqlTokenKind;
  text: string;
}

export interface SqlLine {
  tokens: SqlToken[];
  /** The clause that matters: shown marked, while the rest is quiet. */
  isMarked: boolean;
}

let highlighter: Promise<HighlighterCore> | undefined;

function getHighlighter(): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    langs: [sqlGrammar],
    themes: [createCssVariablesTheme({ name: 'kinds' })],
    engine: createJavaScriptRegexEngine(),
  });
  return highlighter;
}

/** The theme answers with names of CSS variables; they tell the kind. */
function kindOf(color: string | undefined): SqlTokenKind {
  if (color?.includes('keyword')) return 'keyword';
  if (color?.includes('string')) return 'string';
  if (color?.includes('constant')) return 'number';
  if (color?.includes('comment')) return 'comment';
  return 'plain';
}

/**
 * Repairs what the grammar does not know: `:name` is no SQL, some of MySQL's words (LOCKED, UNSIGNED) are missing, and
 * operators count as keywords. Keywords are written in capitals throughout, nothing else is.
 */
function refine(token: SqlToken): SqlToken[] {
  if (token.kind === 'comment' || token.kind === 'string') return [token];
  return token.text
    .split(/((?<![:\w]):[a-zA-Z]\w*|\b[A-Z][A-Z_]+\b)/)
    .filter((text) => text !== '')
    .map((text) => {
      if (/^:[a-zA-Z]/.test(text)) return { kind: 'placeholder', text };
      if (/^[A-Z][A-Z_]+$/.test(text)) return { kind: 'keyword', text };
      return { kind: token.kind === 'number' ? 'number' : 'plain', text };
    });
}

/** Classifies `sql`; lines that contain one of `marked` are marked. */
export async function highlightSql(
  sql: string,
  marked: readonly string[] = ['SKIP LOCKED'],
): Promise<SqlLine[]> {
  const { tokens } = (await getHighlighter()).codeToTokens(sql, { lang: 'sql', theme: 'kinds' });
  return tokens.map((line) => {
    const text = line.map((token) => token.content).join('');
    return {
      tokens: line.flatMap((token) => refine({ kind: kindOf(token.color), text: token.content })),
      isMarked: marked.some((clause) => text.includes(clause)),
    };
  });
}
