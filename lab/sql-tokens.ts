/** Takes SQL apart as far as judging it needs: words, quoted names, texts, the rest. Pure. */

export type SqlToken =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hint'; readonly text: string }
  /** A comment that MySQL runs, from its opening mark to its end. */
  | { readonly kind: 'executable comment'; readonly text: string }
  | { readonly kind: 'other'; readonly text: string };

const PATTERNS: readonly [SqlToken['kind'] | 'skip', RegExp][] = [
  ['executable comment', /\/\*(?:!|M!)[\s\S]*?(?:\*\/|$)/y],
  ['hint', /\/\*\+[\s\S]*?(?:\*\/|$)/y],
  ['skip', /\/\*[\s\S]*?(?:\*\/|$)/y],
  // MySQL takes two dashes for a comment only with something blank behind them.
  ['skip', /--(?=[\s\p{Cc}]|$)[^\n]*/uy],
  ['skip', /#[^\n]*/y],
  ['skip', /\s+/y],
  ['text', /'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/y],
  ['text', /"(?:[^"\\]|\\[\s\S]|"")*(?:"|$)/y],
  ['name', /`(?:[^`]|``)*(?:`|$)/y],
  ['word', /[\p{L}\p{N}_$]+/uy],
  ['other', /[\s\S]/y],
];

export function tokenize(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let at = 0;
  while (at < sql.length) {
    for (const [kind, pattern] of PATTERNS) {
      pattern.lastIndex = at;
      const text = pattern.exec(sql)?.[0];
      if (!text) continue;
      if (kind !== 'skip') tokens.push({ kind, text: kind === 'word' ? text.toUpperCase() : text });
      at += text.length;
      break;
    }
  }
  return tokens;
}
