/** The conservation light of a level: sound, broken, or not checked yet; colour, shape and word. */
import { Check, X } from 'lucide-react';
import type { LevelBooks } from '@/app/api/live/snapshot';

export function BooksMark({ books }: { books: LevelBooks | null }) {
  if (!books) return <span className="text-ink-faint">not checked</span>;
  const time = books.at.slice(11, 19);
  return books.isSound ? (
    <span className="inline-flex items-center gap-1 text-good" title={`Checked at ${time} UTC`}>
      <Check aria-hidden="true" className="size-3.5" />
      balance
    </span>
  ) : (
    <span
      className="inline-flex items-center gap-1 font-semibold text-unit-oversold"
      title={books.problems.join('; ')}
    >
      <X aria-hidden="true" className="size-3.5" />
      don’t add up
    </span>
  );
}
