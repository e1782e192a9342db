/** Where a run took place, what it was given, and what a machine of this size does and doesn't prove. */
import type { Environment, NumberField, RunInputs, RunReport } from '@/simulator/index';
import { formatDuration, formatNumber } from '../format';
import {
  durabilityText,
  inputTexts,
  mysqlText,
  processorText,
  systemText,
  whatASizeProves,
} from './run-texts';

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
                ['Machine', processorText(environment)],
                ['System', systemText(environment)],
                ['MySQL', mysqlText(environment)],
                ['A commit', durabilityText(environment)],
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
          <p className="mt-5 max-w-xl text-sm text-ink-soft">{whatASizeProves}</p>
        </div>
        <Facts facts={inputTexts(inputs, fields)} isDense />
      </div>
    </section>
  );
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
