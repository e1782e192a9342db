'use client';
/**
 * A live lab in the browser: opens it with the page, follows waits that end by themselves, keeps it alive, leaves it with the page.
 * `views` remembers what the server listed after each step, so that one can look back.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LabAct, LabSnapshot } from '@/lab/index';
import { askTo, askToOpen, askToRead, type Heard, sayGoodbye } from './lab-client';

export type LabTrouble =
  | { readonly kind: 'full'; readonly most: number }
  | { readonly kind: 'gone' | 'offline' }
  | { readonly kind: 'failed'; readonly reason: string };

/** While somebody waits, the page looks often; else it only says that it is there. */
const LOOK_MS = 1_500;
const ALIVE_MS = 30_000;

export interface LiveLab {
  readonly lab: LabSnapshot | undefined;
  /** Snapshots by number of steps done. */
  readonly views: ReadonlyMap<number, LabSnapshot>;
  readonly trouble: LabTrouble | undefined;
  /** Why the last act was refused. */
  readonly refusal: string | undefined;
  readonly isBusy: boolean;
  open(): Promise<LabSnapshot | undefined>;
  act(wanted: LabAct): Promise<LabSnapshot | undefined>;
}

export function useLab(scenarioId: string): LiveLab {
  const [lab, setLab] = useState<LabSnapshot>();
  const [views, setViews] = useState<ReadonlyMap<number, LabSnapshot>>(new Map());
  const [trouble, setTrouble] = useState<LabTrouble>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const current = useRef<LabSnapshot>(undefined);
  /** Counts what the visitor did: an answer to a look from before is old. */
  const acts = useRef(0);

  const take = useCallback((heard: Heard): LabSnapshot | undefined => {
    setRefusal(heard.outcome === 'refused' ? heard.reason : undefined);
    if (heard.outcome === 'open' || heard.outcome === 'refused') {
      const snapshot = heard.lab;
      setTrouble(undefined);
      setViews((known) => {
        const isNew = current.current?.id !== snapshot.id || snapshot.position === 0;
        return new Map(isNew ? [] : known).set(snapshot.position, snapshot);
      });
      current.current = snapshot;
      setLab(snapshot);
      return heard.outcome === 'open' ? snapshot : undefined;
    }
    setTrouble(troubleOf(heard));
    return undefined;
  }, []);

  const open = useCallback(async () => {
    acts.current += 1;
    setIsBusy(true);
    const snapshot = take(await askToOpen(scenarioId));
    setIsBusy(false);
    return snapshot;
  }, [scenarioId, take]);

  const act = useCallback(
    async (wanted: LabAct) => {
      const labId = current.current?.id;
      if (!labId) return undefined;
      acts.current += 1;
      setIsBusy(true);
      const snapshot = take(await askTo(labId, wanted));
      setIsBusy(false);
      return snapshot;
    },
    [take],
  );

  useEffect(() => {
    const leave = () => {
      if (current.current) sayGoodbye(current.current.id);
      current.current = undefined;
    };
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) void open();
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      leave();
    };
  }, [open]);

  const isWaiting = lab?.sessions.some((session) => session.isBlocked) ?? false;
  const labId = trouble ? undefined : lab?.id;
  useEffect(() => {
    if (!labId) return;
    let isOver = false;
    const look = async () => {
      const before = acts.current;
      const heard = await askToRead(labId);
      if (!isOver && acts.current === before && heard.outcome !== 'offline') take(heard);
    };
    const timer = setInterval(look, isWaiting ? LOOK_MS : ALIVE_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [labId, isWaiting, take]);

  return { lab, views, trouble, refusal, isBusy, open, act };
}

function troubleOf(heard: Exclude<Heard, { outcome: 'open' | 'refused' }>): LabTrouble {
  switch (heard.outcome) {
    case 'full':
      return { kind: 'full', most: heard.most };
    case 'failed':
      return { kind: 'failed', reason: heard.reason };
    default:
      return { kind: heard.outcome };
  }
}
