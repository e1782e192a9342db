'use client';
/** Step, run, back to start, free play, keys: at the top of the stage, whatever one has scrolled to. */
import { Button } from '@/components/ui/button';
import type { StageCommand } from './stage-keys';

interface StageControlsProps {
  position: number;
  count: number;
  /** The first answer of the server is on its way. */
  isOpening: boolean;
  isReady: boolean;
  isBusy: boolean;
  isRunning: boolean;
  isPlaying: boolean;
  onCommand: (command: StageCommand) => void;
}

export function StageControls(props: StageControlsProps) {
  const { position, count, isOpening, isReady, isBusy, isRunning, isPlaying, onCommand } = props;
  const isOver = position >= count;
  return (
    <div className="sticky top-0 z-30 -mx-2 border-b bg-paper px-2 py-2.5 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" isPending={isBusy} disabled={!isReady || isOver} onClick={() => onCommand('step')}>
          Step
        </Button>
        <Button
          size="sm"
          tone="outline"
          isPending={isBusy}
          disabled={!isReady || isOver}
          onClick={() => onCommand('run')}
        >
          {isRunning ? 'Running …' : 'Run to the end'}
        </Button>
        <Button
          size="sm"
          tone="outline"
          isPending={isBusy}
          disabled={!isReady}
          onClick={() => onCommand('reset')}
        >
          Back to start
        </Button>
        <Button
          size="sm"
          tone="quiet"
          aria-pressed={isPlaying}
          disabled={!isReady}
          onClick={() => onCommand('play')}
        >
          {isPlaying ? 'End free play' : 'Free play'}
        </Button>
        <Button size="sm" tone="quiet" onClick={() => onCommand('keys')}>
          Keys
        </Button>
        <output data-testid="progress" className="ml-auto text-sm text-ink-soft" aria-live="polite">
          {isOpening && 'Opening the sessions …'}
          {!isOpening && (position === 0 ? `${count} steps` : `Step ${position} of ${count}`)}
        </output>
      </div>
    </div>
  );
}
