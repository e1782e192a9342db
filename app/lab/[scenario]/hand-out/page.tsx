/**
 * A scenario on paper: steps with room to predict and to write down. `?answers=1` is the teacher's copy, with what this scenario claims
 * that the server lists after each step.
 */
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { requireSignIn } from '@/app/sign-in/session';
import { PrintButton } from '@/components/lab/print-button';
import { findScenario } from '@/lab/index';
import { HandOutStep } from './hand-out-step';

interface HandOutProps {
  params: Promise<{ scenario: string }>;
  searchParams: Promise<{ answers?: string }>;
}

export async function generateMetadata({ params }: HandOutProps): Promise<Metadata> {
  const scenario = findScenario((await params).scenario);
  return scenario ? { title: `Hand-out: ${scenario.title}` } : {};
}

export default async function HandOutPage({ params, searchParams }: HandOutProps) {
  const scenario = findScenario((await params).scenario);
  if (!scenario) notFound();
  await requireSignIn(`/lab/${scenario.id}/hand-out`);
  const hasAnswers = (await searchParams).answers === '1';
  const here = `/lab/${scenario.id}/hand-out`;
  return (
    <div className="page max-w-4xl py-8 print:max-w-none print:p-0">
      <div className="flex flex-wrap items-center gap-4 text-sm text-ink-soft print:hidden">
        <Link className="link" href={`/lab/${scenario.id}`}>
          Back to the stage
        </Link>
        <Link className="link" href={hasAnswers ? here : `${here}?answers=1`}>
          {hasAnswers ? 'Without answers' : 'With answers'}
        </Link>
        <PrintButton />
      </div>
      <p className="mt-6 text-sm text-ink-faint print:mt-0">Lastunit lab, scenario {scenario.number}</p>
      <h1 className="text-title mt-1">{scenario.title}</h1>
      <p className="mt-3">{scenario.story}</p>
      <dl className="mt-4 grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
        {scenario.sessions.map(({ name, who, opening }) => (
          <div key={name}>
            <dt className="font-semibold">
              {name}: {who}
            </dt>
            <dd className="font-mono text-2xs text-ink-soft">{opening.join('; ')}</dd>
          </div>
        ))}
      </dl>
      <ol className="mt-6 space-y-5">
        {scenario.steps.map((step, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number
          <HandOutStep key={number} step={step} number={number + 1} hasAnswers={hasAnswers} />
        ))}
      </ol>
      {hasAnswers ? (
        <p className="mt-6 border-l-3 pl-4 font-medium">{scenario.conclusion}</p>
      ) : (
        <p className="mt-6 text-sm text-ink-faint">What do you take home from this?</p>
      )}
    </div>
  );
}
