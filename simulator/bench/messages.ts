import type { Environment } from '../environment';
import type { Measurements } from './sample';
import type { Size } from './sizes';

/** What the measuring process is started with. */
export interface Order {
  readonly url: string;
  readonly size: Size['name'];
  readonly rounds?: number;
  readonly only?: readonly string[];
}

export interface Measured extends Measurements {
  readonly rounds: number;
  readonly environment: Environment;
  readonly tookMs: number;
}

export type FromClient =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number; readonly label: string }
  | { readonly kind: 'measured'; readonly measured: Measured };
