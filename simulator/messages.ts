/** What the process of a sale and the process that started it say to each other. */
import type { Frame } from './frame';
import type { RunReport } from './report';

export type FromWorker =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'frame'; readonly frame: Frame; readonly position: number; readonly runs: number }
  | { readonly kind: 'finished'; readonly reports: readonly RunReport[] }
  | { readonly kind: 'failed'; readonly message: string };

export type ToWorker = { readonly kind: 'stop' };
