/** One step on paper. */
import type { SteppedScenario } from '@/lab/index';

type Step = SteppedScenario['steps'][number];

export function HandOutStep({
  step,
  number,
  hasAnswers,
}: {
  step: Step;
  number: number;
  hasAnswers: boolean;
}) {
  const { session, sql, question, explanation, expect } = step;
  const { outcome, resumed, waits = [], locks } = expect;
  return (
    <li className="break-inside-avoid border-t pt-3">
      <p className="text-sm font-semibold">
        {number}. {session}
      </p>
      <pre className="mt-1 font-mono text-xs whitespace-pre-wrap">
        {sql ?? 'Nothing is sent: the waiting statement ends by itself.'}
      </pre>
      {question && (
        <div className="mt-2 text-sm">
          <p className="font-medium">{question.ask}</p>
          <ul className="mt-1 flex flex-wrap gap-x-6">
            {question.options.map(({ text }) => (
              <li key={text}>
                <span aria-hidden="true">☐</span> {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      {hasAnswers ? (
        <div className="mt-2 text-sm">
          <p>{explanation}</p>
          <p className="mt-1 font-mono text-2xs text-ink-soft">
            {session} {outcome.status}
            {Object.entries(resumed ?? {}).map(([name, other]) => `; ${name} ${other.status}`)}
            {waits.map((wait) => `; ${wait}`)}
          </p>
          <p className="font-mono text-2xs whitespace-pre-line text-ink-soft">
            {locks.length > 0 ? locks.join('\n') : 'no locks'}
          </p>
        </div>
      ) : (
        <div className="mt-2 grid grid-cols-2 gap-4 text-2xs text-ink-faint">
          <p className="h-14 border-b border-dotted">Result</p>
          <p className="h-14 border-b border-dotted">Locks, and who waits for whom</p>
        </div>
      )}
    </li>
  );
}
