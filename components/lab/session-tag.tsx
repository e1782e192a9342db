/** T1, T2, T3: the name of a session in its colour. */
import clsx from 'clsx';
import { sessionStyle } from './session-style';

export function SessionTag({ name }: { name: string }) {
  const { text, edge } = sessionStyle(name);
  return (
    <span
      className={clsx(
        'inline-flex h-5 min-w-7 items-center justify-center rounded-sm border-[1.5px] px-1 font-mono text-2xs font-semibold',
        text,
        edge,
      )}
    >
      {name}
    </span>
  );
}
