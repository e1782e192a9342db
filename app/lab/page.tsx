/** The scenarios by topic, each with its claim. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { requireSignIn } from '@/app/sign-in/session';
import { allScenarios, limits, topics } from '@/lab/index';

export const metadata: Metadata = {
  title: 'Lab',
  description:
    'Real transactions on a real MySQL, one statement at a time, with every lock drawn on its index.',
};

export default async function LabPage() {
  await requireSignIn('/lab');
  return (
    <div className="page py-12 sm:py-16">
      <h1 className="text-display">Real transactions, one statement at a time.</h1>
      <p className="prose-width mt-5 text-lg text-ink-soft">
        Each scenario is a claim about MySQL. Step it: sessions of your own run it on this server, and what
        you see after each step, rows, waits and locks, was read from the server. Nothing is played back.
      </p>
      <p className="prose-width mt-3 text-sm text-ink-faint">
        {limits.labs} visitors at once, up to {limits.sessionsPerLab} sessions each, in a schema of their own.
        Everything works by keyboard. A lesson of 45 minutes is in docs/teaching.md.
      </p>
      <div className="mt-12 grid gap-x-12 gap-y-12 lg:grid-cols-2">
        {Object.entries(topics).map(([topic, name]) => (
          <section key={topic} aria-labelledby={`topic-${topic}`}>
            <h2 id={`topic-${topic}`} className="text-title">
              {name}
            </h2>
            <ol className="mt-4 divide-y border-y">
              {allScenarios
                .filter((scenario) => scenario.topic === topic)
                .map((scenario) => (
                  <li key={scenario.id}>
                    <Link href={`/lab/${scenario.id}`} className="group flex gap-4 py-3">
                      <span className="w-6 shrink-0 text-right font-mono text-xs leading-6 text-ink-faint tabular-nums">
                        {scenario.number}
                      </span>
                      <span className="min-w-0 flex-1 underline-offset-4 group-hover:underline">
                        {scenario.title}
                      </span>
                      <span className="shrink-0 text-xs leading-6 text-ink-faint">
                        {scenario.kind === 'stepped' && `${scenario.steps.length} steps`}
                        {scenario.kind === 'matrix' && `${scenario.cells.length} cells`}
                      </span>
                    </Link>
                  </li>
                ))}
            </ol>
          </section>
        ))}
      </div>
    </div>
  );
}
