/** Classified SQL as text: the marked clause stands out, the rest is quiet. Works on the server and in the browser. */
import clsx from 'clsx';
import type { SqlLine, SqlTokenKind } from './sql-highlight';

const kinds: Record<SqlTokenKind, string | undefined> = {
  keyword: 'font-medium text-ink',
  string: 'text-good',
  number: 'text-good',
  comment: 'text-ink-faint italic',
  placeholder: 'text-accent',
  plain: undefined,
};

export function SqlLines({ lines, className }: { lines: SqlLine[]; className?: string }) {
  return (
    <pre className={clsx('font-mono text-[0.8125rem] leading-[1.375rem] text-ink-soft', className)}>
      <code className="block w-max min-w-full">
        {lines.map((line, number) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of code is its number
            key={number}
            className={clsx(
              'block border-l-2 px-4',
              line.isMarked ? 'border-accent bg-accent-soft' : 'border-transparent',
            )}
          >
            {line.tokens.map((token, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a token is its place in the line
              <span key={index} className={kinds[token.kind]}>
                {token.text}
              </span>
            ))}
            {'\n'}
          </span>
        ))}
      </code>
    </pre>
  );
}
