/** What a strategy sends: its statements and its commands to Redis, from the objects that a run sends. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { requireSignIn } from '@/app/sign-in/session';
import { CommandBlock } from '@/components/command-block';
import { formatCount } from '@/components/format';
import { Stroke } from '@/components/sales/strategy-picker';
import { SqlBlock } from '@/components/sql-block';
import { isStrategyId, strategies, strategyIds } from '@/simulator/index';

interface StrategyPageProps {
  params: Promise<{ strategy: string }>;
}

export async function generateMetadata({ params }: StrategyPageProps): Promise<Metadata> {
  const { strategy } = await params;
  return isStrategyId(strategy) ? { title: strategies[strategy].name } : {};
}

export default async function StrategyPage({ params }: StrategyPageProps) {
  const { strategy: id } = await params;
  await requireSignIn(`/sales/strategies/${encodeURIComponent(id)}`);
  if (!isStrategyId(id)) notFound();
  const { name, summary, weakness, statements, commands = [] } = strategies[id];
  return (
    <div className="page pb-24">
      <header className="py-8">
        <p className="text-sm">
          <Link href="/sales" className="text-ink-soft hover:text-ink">
            ← Flash sale
          </Link>
        </p>
        <h1 className="text-title mt-2">{name}</h1>
        <p className="mt-3 max-w-2xl text-lg">{summary}</p>
        {weakness && <p className="mt-2 max-w-2xl text-ink-soft">{weakness}</p>}
      </header>
      <div className="grid grid-cols-1 gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="min-w-0 space-y-12">
          {commands.length > 0 && (
            <section aria-labelledby="commands">
              <h2 id="commands" className="text-subtitle">
                {formatCount(commands.length, 'command')} to Redis
              </h2>
              <div className="mt-4 space-y-5">
                {commands.map((command) => (
                  <CommandBlock key={command.name} {...command} />
                ))}
              </div>
            </section>
          )}
          <section aria-labelledby="statements">
            <h2 id="statements" className="text-subtitle">
              {formatCount(statements.length, 'statement')} to MySQL
            </h2>
            <p className="mt-2 max-w-2xl text-sm text-ink-soft">
              From reserving to selling, giving back and refilling; not each of them in every sale. A run
              sends these very texts, with a value for each name after a colon.
            </p>
            <div className="mt-4 space-y-5">
              {statements.map((statement) => (
                <SqlBlock key={statement.name} {...statement} />
              ))}
            </div>
          </section>
        </div>
        <OtherStrategies id={id} />
      </div>
    </div>
  );
}

function OtherStrategies({ id }: { id: string }) {
  return (
    <nav aria-label="Strategies">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm lg:sticky lg:top-8 lg:block lg:space-y-1.5">
        {strategyIds.map((one) => (
          <li key={one}>
            <Link
              href={`/sales/strategies/${one}`}
              aria-current={one === id ? 'page' : undefined}
              className="flex items-center gap-2 py-0.5 text-ink-soft hover:text-ink aria-[current]:font-medium aria-[current]:text-ink"
            >
              <Stroke strategy={one} />
              {strategies[one].name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
