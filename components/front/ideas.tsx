/** The three ideas that carry the design, each with a figure drawn in the unit grid's own shapes. */
import type { ReactNode } from 'react';
import { UnitGrid } from '@/components/unit-grid';
import type { Unit, UnitState } from '@/components/unit-state';

/** Units numbered from 1, from runs of states: `[['sold', 3], ['free', 9]]`. */
function units(...runs: [UnitState, number][]): Unit[] {
  return runs
    .flatMap(([state, count]) => Array<UnitState>(count).fill(state))
    .map((state, index) => ({ id: index + 1, state }));
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-4">
      <p className="w-20 shrink-0 font-mono text-2xs leading-5 text-ink-faint">{name}</p>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

function Quantity({ children }: { children: ReactNode }) {
  return <p className="font-mono text-sm leading-5 tabular-nums">{children}</p>;
}

const ideas = [
  {
    title: 'A row for every unit',
    text: 'Stock is no longer a number that every checkout must update. Each sellable unit is a row of its own, and reserving three units moves three rows.',
    figure: (
      <>
        <Row name="one number">
          <Quantity>quantity = 12</Quantity>
        </Row>
        <Row name="one row each">
          <UnitGrid label="Stock as rows" units={units(['free', 12])} legend={null} />
        </Row>
      </>
    ),
  },
  {
    title: 'Pass over what is locked',
    text: 'A checkout takes the first units that nobody else has in hand. SKIP LOCKED passes over the others, so nobody queues for the hot row: there is none.',
    figure: (
      <>
        <Row name="checkout 1">
          <UnitGrid
            label="Checkout 1 locks units 1 to 3"
            units={units(['locked', 3], ['free', 9])}
            legend={null}
          />
        </Row>
        <Row name="checkout 2">
          <UnitGrid
            label="Checkout 2 holds units 4 and 5 at the same moment"
            units={units(['locked', 3], ['held', 2], ['free', 7])}
            legend={null}
          />
        </Row>
      </>
    ),
  },
  {
    title: 'A small pool, a long ledger',
    text: 'At most 1,000 units of an item and place are laid out as rows. The ledger keeps the rest and fills the pool before it runs dry: no one is refused while it has stock.',
    figure: (
      <>
        <Row name="pool">
          <UnitGrid label="The pool" units={units(['sold', 4], ['held', 2], ['free', 6])} legend={null} />
        </Row>
        <Row name="ledger">
          <Quantity>+ 4,000 more</Quantity>
        </Row>
      </>
    ),
  },
];

export function Ideas() {
  return (
    <ol className="grid grid-cols-1 gap-x-12 gap-y-14 md:grid-cols-2 xl:grid-cols-3">
      {ideas.map(({ title, text, figure }) => (
        <li key={title}>
          <div className="flex min-h-32 flex-col justify-center gap-4 rounded-lg border bg-surface px-6 py-5">
            {figure}
          </div>
          <h3 className="mt-5 text-subtitle">{title}</h3>
          <p className="mt-2 max-w-md text-[0.9375rem] text-ink-soft">{text}</p>
        </li>
      ))}
    </ol>
  );
}
