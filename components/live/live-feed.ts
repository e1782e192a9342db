'use client';
/**
 * The stream of readings as React sees it: one per tab, closed while the tab is hidden, taken up again by itself.
 * `isPaused` keeps the newest reading on the screen while the stream goes on.
 */
import { useEffect, useRef, useState } from 'react';
import type { Snapshot } from '@/app/api/live/snapshot';
import { mergeSnapshots } from './merge';

export type FeedState = 'connecting' | 'live' | 'hidden' | 'reconnecting' | 'crowded';

const SHORTEST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 15_000;

export interface Feed {
  readonly snapshot: Snapshot | null;
  readonly state: FeedState;
}

export function useLiveFeed(url: string, isPaused: boolean): Feed {
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null);
  const [state, setState] = useState<FeedState>('connecting');
  const newest = useRef<Snapshot | null>(null);
  const paused = useRef(isPaused);

  useEffect(() => {
    paused.current = isPaused;
    if (!isPaused) setSnapshot(newest.current);
  }, [isPaused]);

  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let retryMs = SHORTEST_RETRY_MS;
    newest.current = null;
    if (!paused.current) setSnapshot(null);

    function close() {
      clearTimeout(timer);
      source?.close();
      source = undefined;
    }
    function open() {
      close();
      if (document.visibilityState === 'hidden') {
        setState('hidden');
        return;
      }
      const opened = new EventSource(url);
      source = opened;
      opened.addEventListener('snapshot', (event) => {
        retryMs = SHORTEST_RETRY_MS;
        newest.current = mergeSnapshots(newest.current, JSON.parse(event.data) as Snapshot);
        setState('live');
        if (!paused.current) setSnapshot(newest.current);
      });
      opened.addEventListener('error', () => {
        // A refusal (503) closes an EventSource for good, a broken line only sometimes: both are taken up again here.
        const isRefused = opened.readyState === EventSource.CLOSED;
        setState(isRefused ? 'crowded' : 'reconnecting');
        if (!isRefused) return;
        close();
        timer = setTimeout(open, retryMs * (0.75 + Math.random() / 2));
        retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2);
      });
    }

    setState('connecting');
    open();
    document.addEventListener('visibilitychange', open);
    return () => {
      document.removeEventListener('visibilitychange', open);
      close();
    };
  }, [url]);

  return { snapshot, state };
}
