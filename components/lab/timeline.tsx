'use client';
/**
 * What has been sent, from top to bottom in time, each statement in its session's column; under each step what it means, and at the
 * end the statement that is about to run.
 */
import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { LabSnapshot } from '@/lab/index';
import { Answered } from './prediction';
import type { ScenarioView } from './scenario-view';
import { SessionTag } from './session-tag';
import { plainLines, StatementCell } from './statement-cell';

interface TimelineProps {
  scenario: ScenarioView;
  lab: LabSnapshot | undefined;
  predictions: ReadonlyMap<number, number>;
  /** Number of steps after which one looks; the rows behind are quiet. */
  shown: number;
  onLook: (position: number) => void;
  /** Stands above the statement that is about to run. */
  prediction: ReactNode;
}

export function Timeline({ scenario, lab, predictions, shown, onLook, prediction }: TimelineProps) {
  const log = lab?.log ?? [];
  const next = scenario.steps[lab?.position ?? 0];
  const blockersOf = (name: string) =>
    lab?.waits.filter(({ waiting }) => waiting === name).map(({ blocking }) => blocking) ?? [];
  const followed = (number: number) => scenario.steps[number]?.sql === undefined;
  /** Steps that send nothing leave no line; they belong behind the line of the step before. */
  const silentAfter = (step: number | undefined) =>
    step !== undefined && step + 1 < (lab?.position ?? 0) && followed(step + 1) ? step + 1 : undefined;

  return (
    <ol className="space-y-3">
      {log.map((line) => {
        const step = line.step === undefined ? undefined : scenario.steps[line.step];
        const silent = silentAfter(line.step);
        return (
          <li
            key={line.number}
            className={clsx(line.step !== undefined && line.step >= shown && 'opacity-45')}
          >
            <Row
              session={line.session}
              sessions={scenario.sessions}
              mark={
                line.step === undefined ? (
                  <span title="A statement of your own">free</span>
                ) : (
                  <LookButton step={line.step} isShown={line.step + 1 === shown} onLook={onLook} />
                )
              }
            >
              <StatementCell
                sql={step?.sql ?? plainLines(line.sql)}
                line={line}
                waitsFor={line.outcome.status === 'blocked' ? blockersOf(line.session) : []}
              />
            </Row>
            {line.step !== undefined && step && (
              <Meaning scenario={scenario} lab={lab} step={line.step} predictions={predictions} />
            )}
            {silent !== undefined && (
              <div className="mt-3">
                <Row
                  session={line.session}
                  sessions={scenario.sessions}
                  mark={<LookButton step={silent} isShown={silent + 1 === shown} onLook={onLook} />}
                >
                  <StatementCell sql={undefined} line={line} waitsFor={[]} />
                </Row>
                <Meaning scenario={scenario} lab={lab} step={silent} predictions={predictions} />
              </div>
            )}
          </li>
        );
      })}
      {next ? (
        <li id="next-step" className="scroll-mt-40 scroll-mb-8 space-y-2 pt-1">
          {prediction}
          <Row
            session={next.session}
            sessions={scenario.sessions}
            mark={<span className="text-accent">next</span>}
          >
            <StatementCell sql={next.sql} waitsFor={[]} />
          </Row>
        </li>
      ) : (
        <li id="next-step" className="scroll-mt-40 rounded-md border-l-3 border-good bg-good-soft px-5 py-4">
          <p className="text-label text-good">To take home</p>
          <p className="mt-1">{scenario.conclusion}</p>
        </li>
      )}
    </ol>
  );
}

interface RowProps {
  session: string;
  sessions: ScenarioView['sessions'];
  mark: ReactNode;
  children: ReactNode;
}

/** On a narrow page one below the other, with the session's name; else each in its column. */
function Row({ session, sessions, mark, children }: RowProps) {
  return (
    <div className="lab-row" style={{ '--lanes': sessions.length } as React.CSSProperties}>
      <div className="flex items-center gap-2 pt-1.5 font-mono text-2xs text-ink-faint">
        {mark}
        <span className="sm:hidden">
          <SessionTag name={session} />
        </span>
      </div>
      {sessions.map(({ name }) =>
        name === session ? (
          <div key={name} className="min-w-0">
            {children}
          </div>
        ) : (
          <div key={name} aria-hidden="true" className="hidden border-l border-dashed sm:block" />
        ),
      )}
    </div>
  );
}

function LookButton({
  step,
  isShown,
  onLook,
}: {
  step: number;
  isShown: boolean;
  onLook: (position: number) => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      aria-label={`Show the locks after step ${step + 1}`}
      className={clsx(
        'grid size-6 place-items-center rounded-full border tabular-nums hover:border-ink hover:text-ink',
        isShown ? 'border-ink bg-ink text-paper hover:text-paper' : 'border-line-strong',
      )}
      onClick={() => onLook(step + 1)}
    >
      {step + 1}
    </button>
  );
}

interface MeaningProps {
  scenario: ScenarioView;
  lab: LabSnapshot | undefined;
  step: number;
  predictions: ReadonlyMap<number, number>;
}

function Meaning({ scenario, lab, step, predictions }: MeaningProps) {
  const { question, explanation, mirrors } = scenario.steps[step] ?? {};
  const done = lab?.steps[step];
  if (!done) return null;
  return (
    <div className="mt-2 border-l-2 pl-4 sm:ml-8">
      {question && <Answered question={question} chosen={predictions.get(step)} right={done.rightOption} />}
      <p className="max-w-prose text-[0.9375rem] leading-relaxed text-ink-soft">{explanation}</p>
      {mirrors && (
        <p className="mt-1 text-xs text-ink-faint">
          The engine's own statement{' '}
          <a className="link font-mono" href={`#${mirrors}`}>
            {mirrors}
          </a>
        </p>
      )}
      {done.differences.length > 0 && (
        <div role="alert" className="mt-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
          <p className="font-semibold">This server did something else than the scenario says.</p>
          <p>
            It is MySQL {lab?.server}; what the scenario says was found on {lab?.foundOn}.
          </p>
          <ul className="mt-1 list-disc pl-5 font-mono text-xs">
            {done.differences.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
