/**
 * One statement as it is sent: name, purpose, text, and the bound values beside it. A server component; the text is
 * highlighted here, never in the browser. `marked` names the clauses that matter.
 */
import clsx from 'clsx';
import { highlightSql } from './sql-highlight';
import { SqlLines } from './sql-lines';
import { TextBlock } from './text-block';
import { ScrollFrame } from './ui/scroll-frame';

export interface SqlBlockProps {
  name: string;
  purpose: string;
  sql: string;
  values?: Readonly<Record<string, string | number | null>>;
  marked?: readonly string[];
  className?: string;
}

export async function SqlBlock({ name, purpose, sql, values, marked, className }: SqlBlockProps) {
  const lines = await highlightSql(sql, marked);
  const bound = Object.entries(values ?? {});
  return (
    <TextBlock name={name} purpose={purpose} text={sql} className={className}>
      <div className={clsx(bound.length > 0 && 'md:grid md:grid-cols-[1fr_auto]')}>
        <ScrollFrame label={`Text of ${name}`} className="py-3">
          <SqlLines lines={lines} />
        </ScrollFrame>
        {bound.length > 0 && (
          <dl className="grid max-w-full grid-cols-[auto_1fr] content-start gap-x-4 border-t px-[1.125rem] py-3 font-mono text-xs leading-[1.375rem] md:border-t-0 md:border-l">
            {bound.map(([placeholder, value]) => (
              <div key={placeholder} className="contents">
                <dt className="text-accent">:{placeholder}</dt>
                <dd className="break-all text-ink">{value === null ? 'NULL' : String(value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </TextBlock>
  );
}
