'use client';
/** What is looked at, the state of the stream, what the panel itself costs, pause and export. */
import { Download, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Snapshot } from '@/app/api/live/snapshot';
import { formatCount, formatShare } from '@/components/format';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { FeedState } from './live-feed';

interface FeedBarProps {
  state: FeedState;
  snapshot: Snapshot | null;
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
  /** First in the bar: what is looked at, and whether its books balance. */
  children: ReactNode;
}

const words: Record<FeedState, [BadgeTone, string]> = {
  connecting: ['neutral', 'Connecting'],
  live: ['good', 'Live'],
  hidden: ['neutral', 'Resting while hidden'],
  reconnecting: ['warn', 'Reconnecting'],
  crowded: ['warn', 'Too many viewers or no answer, trying again'],
};

export function FeedBar({ state, snapshot, isPaused, onPause, children }: FeedBarProps) {
  const [tone, word]: [BadgeTone, string] = isPaused
    ? ['accent', 'Frozen']
    : snapshot?.server.state === 'lost'
      ? ['danger', 'MySQL doesn’t answer']
      : words[state];
  return (
    <div className="flex flex-col gap-x-6 gap-y-3 text-sm lg:flex-row lg:items-center lg:justify-between">
      <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-2">{children}</div>
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2">
        <span role="status">
          <Badge tone={tone}>{word}</Badge>
        </span>
        {snapshot && (
          <span className="text-xs text-ink-soft tabular-nums">
            {snapshot.at.slice(11, 19)} UTC · {formatCount(snapshot.cost.viewers, 'viewer')}
            {/* Also told at the end of the page. */}
            <span className="hidden 2xl:inline">
              {' '}
              · the panel’s statements: {formatShare(snapshot.cost.share)} of the time
            </span>
          </span>
        )}
        <span className="ml-auto flex gap-2 lg:ml-2">
          <Button
            tone="outline"
            size="sm"
            aria-pressed={isPaused}
            onClick={() => onPause(!isPaused)}
            disabled={!snapshot}
          >
            {isPaused ? (
              <Play aria-hidden="true" className="size-3.5" />
            ) : (
              <Pause aria-hidden="true" className="size-3.5" />
            )}
            {isPaused ? 'Go on' : 'Freeze'}
          </Button>
          <Button
            tone="outline"
            size="sm"
            disabled={!snapshot}
            onClick={() => snapshot && exportSnapshot(snapshot)}
          >
            <Download aria-hidden="true" className="size-3.5" />
            Export
          </Button>
        </span>
      </div>
    </div>
  );
}

/** Saves what is on the screen as a JSON file. */
function exportSnapshot(snapshot: Snapshot): void {
  const blob = new Blob([JSON.stringify(snapshot, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `lastunit-panel-${snapshot.at.slice(0, 19).replaceAll(':', '-')}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
