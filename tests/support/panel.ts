/** A sampler of the test's own, what its viewers are sent, and what the page makes of that, as text. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Sampler, type SamplerParts, type Viewer } from '@/app/api/live/sampler';
import type { Snapshot, StockView } from '@/app/api/live/snapshot';
import type { Part } from '@/db/panel/part';
import { SHOP } from './factories';

export interface TestPanel {
  readonly sampler: Sampler;
  /** The first reading that `isIt` holds for. */
  until(isIt: (snapshot: Snapshot) => boolean, runId?: number | null): Promise<Snapshot>;
  close(): Promise<void>;
}

export function openPanel(parts: SamplerParts): TestPanel {
  const sampler = new Sampler({ everyMs: 50, ...parts });
  return {
    sampler,
    until: (isIt, runId = null) =>
      new Promise((resolve) => {
        const leave = sampler.watch(
          makeViewer((snapshot) => {
            if (!isIt(snapshot)) return;
            resolve(snapshot);
            void leave?.();
          }, runId),
        );
      }),
    close: () => sampler.close(),
  };
}

export function makeViewer(
  onSnapshot: (snapshot: Snapshot) => void = () => {},
  runId: number | null = null,
): Viewer {
  return {
    target: { shopId: SHOP, runId },
    isReady: () => true,
    send: (text) => onSnapshot(JSON.parse(text)),
    close: () => {},
  };
}

/** The value of a part that was read. Throws what stands in its place otherwise. */
export function readOf<T>(part: Part<T>): T {
  if (part.state !== 'read') throw new Error(JSON.stringify(part));
  return part.value;
}

export const stockOf = ({ stock }: Snapshot): StockView => readOf(stock);
export const edgesOf = ({ locks }: Snapshot) => (locks.state === 'read' ? locks.value.edges : []);

/** What a component shows, as the text that a reader gets. */
export function textOf(element: ReactElement): string {
  return renderToStaticMarkup(element)
    .replace(/<(\/?(p|li|div|dt|dd|tr|h\d|section|td|th|caption))\b[^>]*>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
