'use client';
/** The crowd and its neighbours: the switches, and what each setting of them did, side by side. */
import type { NeighbourPhase, NeighboursView } from '@/app/api/live/snapshot';
import { formatDuration, formatNumber } from '@/components/format';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CheckboxField } from '@/components/ui/field';
import { Table, Td, Th, Tr } from '@/components/ui/table';
import type { NeighbourId, NeighbourTexts, TrafficSettings } from '@/simulator/index';
import type { PanelActs } from './panel-acts';
import { useAct } from './use-act';

export type NeighbourTextsById = Readonly<Record<NeighbourId, NeighbourTexts>>;

interface NeighboursCardProps {
  view: NeighboursView | null;
  texts: NeighbourTextsById;
  acts: PanelActs;
}

export function NeighboursCard({ view, texts, acts }: NeighboursCardProps) {
  const act = useAct();
  const isOn = view !== null;
  return (
    <Card
      title="Neighbours of the checkout"
      isFlush
      aside={
        <Button
          tone="outline"
          size="sm"
          isPending={act.isPending}
          onClick={() => act.run(isOn ? acts.stopTraffic : acts.startTraffic)}
        >
          {isOn ? 'End the crowd' : 'Let a crowd in'}
        </Button>
      }
    >
      <div className="px-5 py-4 text-sm">
        <p className="max-w-3xl text-ink-soft">
          Connections run out before the processor does. A crowd checks out over eight connections, each round
          trip 1 ms long, in tables of its own; switch on what else a checkout asks for, then repair it piece
          by piece.
        </p>
        {act.refusal && (
          <p role="alert" className="mt-3 text-danger">
            {act.refusal}
          </p>
        )}
        {view?.failure && <p className="mt-3 text-danger">The crowd ended: {view.failure}</p>}
        {view && (
          <Switches view={view} texts={texts} change={(to) => act.run(() => acts.changeTraffic(to))} />
        )}
      </div>
      {view && view.phases.length > 0 && <Phases phases={view.phases} texts={texts} />}
    </Card>
  );
}

interface SwitchesProps {
  view: NeighboursView;
  texts: NeighbourTextsById;
  change: (settings: TrafficSettings) => void;
}

function Switches({ view: { hasNeighbours, repaired }, texts, change }: SwitchesProps) {
  const ids = Object.keys(texts) as NeighbourId[];
  const withRepair = (id: NeighbourId, isRepaired: boolean) =>
    isRepaired ? [...repaired, id] : repaired.filter((other) => other !== id);
  return (
    <div className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2">
      <CheckboxField
        label="Neighbours work too"
        hint="Cart updates, promotions and shipping rates, at every checkout."
        className="sm:col-span-2"
        checked={hasNeighbours}
        onChange={(event) => change({ hasNeighbours: event.currentTarget.checked, repaired })}
      />
      {ids.map((id) => {
        const { title, repair, hogging, repaired: after } = texts[id];
        const isRepaired = repaired.includes(id);
        return (
          <CheckboxField
            key={id}
            label={`${title}: ${repair.toLowerCase()}`}
            hint={isRepaired ? `Repaired: ${after}.` : `Now: ${hogging}.`}
            disabled={!hasNeighbours}
            checked={isRepaired}
            onChange={(event) =>
              change({ hasNeighbours, repaired: withRepair(id, event.currentTarget.checked) })
            }
          />
        );
      })}
    </div>
  );
}

function nameOf({ hasNeighbours, repaired }: NeighbourPhase, texts: NeighbourTextsById): string {
  if (!hasNeighbours) return 'Checkouts alone';
  if (repaired.length === 0) return 'Neighbours, as found';
  if (repaired.length === Object.keys(texts).length) return 'Neighbours, all repaired';
  return `Repaired: ${repaired.map((id) => texts[id].title.toLowerCase()).join(', ')}`;
}

function Phases({ phases, texts }: { phases: readonly NeighbourPhase[]; texts: NeighbourTextsById }) {
  const most = Math.max(...phases.map(({ checkoutsPerSecond }) => checkoutsPerSecond), 1);
  return (
    <div className="border-t">
      <Table caption="Before and after, one row a setting of the switches">
        <thead>
          <tr>
            <Th>Setting</Th>
            <Th>Checkouts/s</Th>
            <Th isNumeric>Connection held, per checkout</Th>
            <Th isNumeric>Waited for one</Th>
            <Th isNumeric>Com_select/s</Th>
            <Th isNumeric>Com_commit/s</Th>
            <Th isNumeric>Measured for</Th>
          </tr>
        </thead>
        <tbody>
          {phases.map((phase, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: phases are only added at the end
            <Tr key={index} data-testid="neighbour-phase">
              <Td className="min-w-44 sm:min-w-60">
                <span className={index === phases.length - 1 ? 'font-semibold' : ''}>
                  {nameOf(phase, texts)}
                </span>{' '}
                <span className="block text-xs text-ink-soft">
                  {phase.heldByTag.slice(0, 4).map(({ tag, msPerCheckout }, place) => (
                    <span key={tag} className="inline-block">
                      {tag} {formatDuration(msPerCheckout)}
                      {place < Math.min(phase.heldByTag.length, 4) - 1 && <span className="px-1">·</span>}
                    </span>
                  ))}
                </span>
              </Td>
              <Td className="min-w-36">
                <span className="flex items-center gap-2">
                  <span className="h-2.5 flex-1 rounded-[2px] bg-sunken">
                    <span
                      className="block h-full rounded-[2px] bg-series-sky"
                      style={{ width: `${(phase.checkoutsPerSecond / most) * 100}%` }}
                    />
                  </span>
                  <span className="w-12 text-right font-medium tabular-nums">
                    {formatNumber(phase.checkoutsPerSecond)}
                  </span>
                </span>
              </Td>
              <Td isNumeric>{formatDuration(phase.heldMsPerCheckout)}</Td>
              <Td isNumeric>{formatDuration(phase.waitedMsPerCheckout)}</Td>
              <Td isNumeric>{formatNumber(phase.selectsPerSecond)}</Td>
              <Td isNumeric>{formatNumber(phase.commitsPerSecond)}</Td>
              <Td isNumeric>{formatDuration(phase.seconds * 1000)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <p className="border-t px-5 py-2.5 text-xs text-ink-faint">
        Com_select and Com_commit are counted by the whole server, this panel and everybody else included.
      </p>
    </div>
  );
}
