/** The top of a scenario's page: where one is, the claim, the story, the manual's sections, and the way to the next. */
import Link from 'next/link';
import type { ReactNode } from 'react';
import { allScenarios, type Scenario, topics } from '@/lab/index';

export function ScenarioHead({ scenario, children }: { scenario: Scenario; children?: ReactNode }) {
  const { id, number, topic, title, story, manual } = scenario;
  const place = allScenarios.findIndex((candidate) => candidate.number === number);
  const isCell = allScenarios[place]?.id !== id;
  const before = isCell ? allScenarios[place] : allScenarios[place - 1];
  const after = isCell ? undefined : allScenarios[place + 1];
  return (
    <header>
      <nav
        aria-label="Lab"
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-ink-soft"
      >
        <p>
          <Link className="link" href="/lab">
            Lab
          </Link>{' '}
          / {topics[topic]} / {number}
        </p>
        <p className="flex gap-5">
          {before && (
            <Link className="link" href={`/lab/${before.id}`} title={before.title}>
              ← {before.number}
            </Link>
          )}
          {after && (
            <Link className="link" href={`/lab/${after.id}`} title={after.title}>
              {after.number} →
            </Link>
          )}
        </p>
      </nav>
      <h1 className="text-title mt-4 max-w-4xl">{title}</h1>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
        <div className="max-w-3xl">
          <p className="text-ink-soft">{story}</p>
          {manual.length > 0 && (
            <p className="mt-2 text-xs text-ink-faint">
              MySQL Reference Manual: {manual.map((name) => `“${name}”`).join(', ')}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-1 print:hidden">{children}</div>
      </div>
    </header>
  );
}
