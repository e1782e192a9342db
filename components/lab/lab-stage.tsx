'use client';
/** A scenario, live: sessions side by side, the statement about to run, and what the server lists after each step. */
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import { FreePlayPanel } from './free-play-panel';
import { KeysDialog } from './keys-dialog';
import './lab-row.css';
import { Prediction } from './prediction';
import type { ScenarioView } from './scenario-view';
import { SessionHeads } from './session-heads';
import { StageControls } from './stage-controls';
import { type StageCommand, useStageKeys } from './stage-keys';
import { StageLocks } from './stage-locks';
import { StageTrouble } from './stage-trouble';
import { Timeline } from './timeline';
import { useLab } from './use-lab';

interface LabStageProps {
  scenario: ScenarioView;
  /** Steps to run at once, from the address. */
  startAt: number;
}

const KEYS_OFF = 'lastunit-lab-keys-off';

export function LabStage({ scenario, startAt }: LabStageProps) {
  const { lab, views, trouble, refusal, isBusy, open, act } = useLab(scenario.id);
  const [predictions, setPredictions] = useState<ReadonlyMap<number, number>>(new Map());
  /** Number of steps after which one looks; undefined for now. */
  const [lookingAt, setLookingAt] = useState<number>();
  const [isPlaying, setIsPlaying] = useState(false);
  const [isRunning, setIsRunning] = useState(false);
  const [hasKeys, setHasKeys] = useState(true);
  const [isKeysOpen, setIsKeysOpen] = useState(false);
  const inHand = useRef(false);

  const position = lab?.position ?? 0;
  const shown = lookingAt ?? position;
  const view = lookingAt === undefined ? lab : (views.get(lookingAt) ?? lab);
  const question = lookingAt === undefined ? scenario.steps[position]?.question : undefined;

  /** Steps until `until` steps are done; one thing at a time, whatever keys are pressed meanwhile. */
  const advance = useCallback(
    async (until: (done: number) => number) => {
      if (inHand.current) return;
      inHand.current = true;
      setLookingAt(undefined);
      let snapshot = lab ?? (await open());
      const goal = until(snapshot?.position ?? 0);
      setIsRunning(goal > (snapshot?.position ?? 0) + 1);
      while (snapshot && snapshot.position < goal && !snapshot.isOver) snapshot = await act({ do: 'step' });
      setIsRunning(false);
      inHand.current = false;
    },
    [lab, open, act],
  );

  const restart = useCallback(async () => {
    if (inHand.current) return;
    inHand.current = true;
    setLookingAt(undefined);
    setPredictions(new Map());
    if (lab && !trouble) await act({ do: 'reset' });
    else await open();
    inHand.current = false;
  }, [lab, trouble, act, open]);

  // Once, with the page: opened, and taken to the step that the address names.
  const start = useRef(() => advance(() => startAt));
  useEffect(() => {
    setHasKeys(localStorage.getItem(KEYS_OFF) === null);
    void start.current();
  }, []);

  useEffect(() => {
    if (position === 0) return;
    const url = new URL(window.location.href);
    url.searchParams.set('step', String(position));
    window.history.replaceState(window.history.state, '', url);
    document.getElementById('next-step')?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [position]);

  const choose = (option: number) => {
    if (question && option < question.options.length)
      setPredictions(new Map(predictions).set(position, option));
  };
  const look = (to: number) => setLookingAt(to >= position ? undefined : Math.max(0, to));
  const switchKeys = (areOn: boolean) => {
    setHasKeys(areOn);
    if (areOn) localStorage.removeItem(KEYS_OFF);
    else localStorage.setItem(KEYS_OFF, '1');
  };

  const perform = (command: StageCommand) => {
    if (command.startsWith('choose')) return choose(Number(command.slice(-1)));
    if (command === 'step') void advance((done) => done + 1);
    if (command === 'run') void advance(() => scenario.steps.length);
    if (command === 'reset') void restart();
    if (command === 'back') look(shown - 1);
    if (command === 'forward') look(shown + 1);
    if (command === 'play') setIsPlaying((was) => !was);
    if (command === 'keys') setIsKeysOpen(true);
  };
  useStageKeys(hasKeys, perform);

  const sessionNames = scenario.sessions.map(({ name }) => name);
  const isReady = lab !== undefined && trouble === undefined;
  return (
    <div>
      <StageControls
        position={position}
        count={scenario.steps.length}
        isOpening={lab === undefined && trouble === undefined}
        isReady={isReady}
        isBusy={isBusy}
        isRunning={isRunning}
        isPlaying={isPlaying}
        onCommand={perform}
      />
      {trouble && (
        <div className="mt-4">
          <StageTrouble trouble={trouble} onRetry={() => void open()} />
        </div>
      )}

      <div className="mt-4 grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(26rem,36rem)]">
        <section aria-label="Sessions" className="min-w-0">
          <div
            className="lab-row mb-3 border-b pb-2"
            style={{ '--lanes': scenario.sessions.length } as CSSProperties}
          >
            <span className="hidden sm:block" />
            <SessionHeads sessions={scenario.sessions} lab={lab} />
          </div>
          <Timeline
            scenario={scenario}
            lab={lab}
            predictions={predictions}
            shown={shown}
            onLook={look}
            prediction={
              question && (
                <Prediction question={question} chosen={predictions.get(position)} onChoose={choose} />
              )
            }
          />
          {isPlaying && isReady && (
            <FreePlayPanel
              lab={lab}
              isBusy={isBusy}
              refusal={refusal}
              onSend={async (session, sql) => (await act({ do: 'send', session, sql })) !== undefined}
            />
          )}
        </section>

        <section
          aria-label="Locks"
          className="min-w-0 space-y-4 xl:sticky xl:top-16 xl:max-h-[calc(100dvh-5rem)] xl:self-start xl:overflow-y-auto"
        >
          {view ? (
            <StageLocks
              view={view}
              shown={shown}
              isPast={lookingAt !== undefined}
              sessions={sessionNames}
              names={scenario.names}
              onNow={() => setLookingAt(undefined)}
            />
          ) : (
            !trouble && <div className="skeleton h-48 rounded-lg" />
          )}
        </section>
      </div>
      <KeysDialog isOpen={isKeysOpen} onOpenChange={setIsKeysOpen} areOn={hasKeys} onSwitch={switchKeys} />
    </div>
  );
}
