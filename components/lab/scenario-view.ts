/** A scenario as its page gets it: plain JSON, SQL already classified, expectations left out. */
import type { SqlLine } from '@/components/sql-highlight';

export interface StepView {
  readonly session: string;
  /** undefined where nothing is sent and a waiting statement is followed to its end. */
  readonly sql?: SqlLine[];
  /** Statement of the engine that this is. */
  readonly mirrors?: string;
  readonly explanation: string;
  readonly question?: { readonly ask: string; readonly options: readonly string[] };
}

export interface ScenarioView {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly names: Readonly<Record<string, string>>;
  readonly sessions: readonly {
    readonly name: string;
    readonly who: string;
    readonly opening: readonly string[];
  }[];
  readonly steps: readonly StepView[];
  readonly conclusion: string;
}
