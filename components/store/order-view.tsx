/** An order's page for the buyer: how it stands in one sentence, what was bought, parcels, what happened when. */
import type { ReactNode } from 'react';
import { Timeline, type TimelineEntry } from '@/components/ui/timeline';

interface OrderViewProps {
  /** "Order 1042" */
  title: string;
  /** "Paid. Two parcels are on their way." */
  standing: string;
  /** A Notice when something needs attention. */
  notice?: ReactNode;
  lines: ReactNode;
  totals: ReactNode;
  /** What it wrote into the books. */
  ledger: ReactNode;
  shipments: ReactNode;
  timeline: TimelineEntry[];
}

export function OrderView(props: OrderViewProps) {
  const { title, standing, notice, lines, totals, ledger, shipments, timeline } = props;
  return (
    <div className="page pt-8 pb-16">
      <p className="text-sm text-ink-soft">{title}</p>
      <h1 className="text-display mt-4 max-w-3xl">{standing}</h1>
      {notice && <div className="mt-8 max-w-2xl">{notice}</div>}
      <div className="mt-12 grid grid-cols-1 gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          {lines}
          <div className="mt-5 ml-auto max-w-xs">{totals}</div>
          <div className="mt-12">{ledger}</div>
        </div>
        <div className="space-y-10">
          <section aria-label="Parcels">{shipments}</section>
          <section aria-label="What happened">
            <h2 className="mb-4 text-[0.9375rem] font-medium">What happened</h2>
            <Timeline entries={timeline} />
          </section>
        </div>
      </div>
    </div>
  );
}
