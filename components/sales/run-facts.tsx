/** Where a run took place, what it was given, and what a machine of this size does and doesn't prove. */
import type { Environment, NumberField, RunInputs, RunReport } from '@/simulator/index';
import { formatDuration, formatMoney, formatNumber } from '../format';
import { CURRENCY } from './words';

interface RunFactsProps {
  report: RunReport;
  inputs: RunInputs;
  environment: Environment | null;
  fields: Record<string, NumberField>;
}

export function RunFacts({ report, inputs, environment, fields }: RunFactsProps) {
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="text-title">
        Where and how
      </h2>
      <div className="mt-5 grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-2">
        <div>
          {environment && (
            <Facts
              facts={[
                [
                  'Machine',
                  `${environment.processor}, ${environment.cores} cores, ${environment.memoryGb} GB`,
                ],
                ['System', `${environment.system}, Node ${environment.node}`],
                ['MySQL', `${environment.mysql}, buffer pool ${formatNumber(environment.bufferPoolMb)} MB`],
                ['A commit', durability(environment)],
                ['Took', formatDuration(report.tookMs)],
                ...(report.client
                  ? [
                      [
                        'The simulator’s process',
                        `${formatNumber(report.client.maxRssMb)} MB at most, ${formatDuration(report.client.cpuMs)} of processor time`,
                      ] as [string, string],
                    ]
                  : []),
                [
                  'The simulator’s own lateness',
                  `${formatDuration(report.clientLagMs)} at worst (p99 of an interval)${report.isClientSaturated ? ': invalid as a measurement of the database, the client was saturated' : ''}`,
                ],
              ]}
            />
          )}
          <p className="mt-5 max-w-xl text-sm text-ink-soft">
            Buyers, shop and database share this machine. Whether a unit was sold twice, refused wrongly or
            lost is proven by the tables and holds on any machine. The speeds compare strategies with each
            other here; they don’t say how many buyers a server of yours would bear.
          </p>
        </div>
        <Facts
          facts={[
            ...Object.entries(fields).map(([name, { label, unit }]): [string, string] => [
              label,
              inputText(Number(inputs[name as keyof RunInputs]), unit),
            ]),
            ['Arrivals', inputs.arrival],
            ['Spread', inputs.spread],
            ['Crash point', inputs.crashPoint],
          ]}
          isDense
        />
      </div>
    </section>
  );
}

/** An input with its unit, which is singular for one; cents are written as money. */
function inputText(value: number, unit: string): string {
  if (unit === 'cents') return formatMoney(value, CURRENCY);
  const one = value === 1 && unit.length > 2 ? unit.replace(/s$/, '') : unit;
  return `${formatNumber(value, Number.isInteger(value) ? 0 : 1)} ${one}`.trim();
}

function durability({ flushLogAtCommit, syncBinlog, logBin }: Environment): string {
  const isSafe = flushLogAtCommit === 1 && (logBin === 0 || syncBinlog === 1);
  const log = logBin === 0 ? 'no binary log' : 'binary log on';
  return isSafe ? `is flushed to disk, ${log}` : `is not flushed to disk, ${log}: faster than a shop may be`;
}

function Facts({ facts, isDense = false }: { facts: readonly [string, string][]; isDense?: boolean }) {
  return (
    <dl className={isDense ? 'columns-1 gap-x-10 text-sm sm:columns-2' : 'text-[0.9375rem]'}>
      {facts.map(([label, value]) => (
        <div key={label} className="flex break-inside-avoid justify-between gap-4 border-b py-1.5">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
