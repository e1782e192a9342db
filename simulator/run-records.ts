/** The records of runs in the shop's schema: what was asked, how it goes, how it ended. */
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import type { Database } from '@/db/database';
import { simulationFindings, simulationRuns, simulationSamples } from '@/db/schema/simulation';
import type { Environment } from './environment';
import type { Figures, Frame } from './frame';
import type { RunInputs } from './inputs';
import type { RunReport } from './report';
import { isOver, type RunState, statesBefore } from './states';

const TAG = 'simulator';
const NOW = sql`NOW(3)`;

export interface RunRecord {
  readonly runId: number;
  readonly firstRunId: number;
  readonly position: number;
  readonly scenario: string | null;
  readonly state: RunState;
  readonly inputs: RunInputs;
  readonly environment: Environment | null;
  readonly frame: Frame | null;
  readonly report: RunReport | null;
  readonly note: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly isDropped: boolean;
}

/** Records the runs of a sale as queued and returns their ids, in order. */
export async function createRuns(
  main: Database,
  inputs: readonly RunInputs[],
  scenario: string | null,
): Promise<number[]> {
  return main.transaction(TAG, async (tx) => {
    const builder = await tx.builder();
    const runIds: number[] = [];
    for (const [position, one] of inputs.entries()) {
      const [{ insertId }] = await builder.insert(simulationRuns).values({
        firstRunId: runIds[0] ?? 0,
        position,
        strategy: one.strategy,
        scenario,
        state: 'queued',
        inputs: one,
      });
      runIds.push(insertId);
    }
    const [first = 0] = runIds;
    await builder.update(simulationRuns).set({ firstRunId: first }).where(eq(simulationRuns.runId, first));
    return runIds;
  });
}

const columns = {
  runId: simulationRuns.runId,
  firstRunId: simulationRuns.firstRunId,
  position: simulationRuns.position,
  scenario: simulationRuns.scenario,
  state: simulationRuns.state,
  inputs: simulationRuns.inputs,
  environment: simulationRuns.environment,
  frame: simulationRuns.frame,
  report: simulationRuns.report,
  note: simulationRuns.note,
  createdAt: simulationRuns.createdAt,
  startedAt: simulationRuns.startedAt,
  finishedAt: simulationRuns.finishedAt,
  droppedAt: simulationRuns.droppedAt,
};

const read = <T>(main: Database, query: (builder: MySql2Database) => Promise<T>) => main.read(TAG, query);

// biome-ignore lint/suspicious/noExplicitAny: the JSON columns have the types that this file writes into them
function toRecord({ droppedAt, ...row }: any): RunRecord {
  return { ...row, isDropped: droppedAt !== null };
}

export async function readRun(main: Database, runId: number): Promise<RunRecord | undefined> {
  const rows = await read(main, (builder) =>
    builder.select(columns).from(simulationRuns).where(eq(simulationRuns.runId, runId)),
  );
  return rows[0] && toRecord(rows[0]);
}

/** The runs that were started together with this one, in their order. */
export async function readSale(main: Database, runId: number): Promise<RunRecord[]> {
  const rows = await read(main, (builder) =>
    builder
      .select(columns)
      .from(simulationRuns)
      .where(
        eq(
          simulationRuns.firstRunId,
          builder
            .select({ firstRunId: simulationRuns.firstRunId })
            .from(simulationRuns)
            .where(eq(simulationRuns.runId, runId)),
        ),
      )
      .orderBy(asc(simulationRuns.position)),
  );
  return rows.map(toRecord);
}

export async function readNewestRuns(main: Database, limit: number): Promise<RunRecord[]> {
  const rows = await read(main, (builder) =>
    builder.select(columns).from(simulationRuns).orderBy(desc(simulationRuns.runId)).limit(limit),
  );
  return rows.map(toRecord);
}

/** Runs that are not over, with the time since anything was heard of each. */
export async function readOpenRuns(main: Database): Promise<(RunRecord & { silentSeconds: number })[]> {
  const silentSeconds = sql<number>`TIMESTAMPDIFF(SECOND, COALESCE(${simulationRuns.heartbeatAt}, ${simulationRuns.createdAt}), NOW(3))`;
  const rows = await read(main, (builder) =>
    builder
      .select({ ...columns, silentSeconds })
      .from(simulationRuns)
      .where(inArray(simulationRuns.state, ['queued', 'preparing', 'selling', 'judging']))
      .orderBy(asc(simulationRuns.runId)),
  );
  return rows.map((row) => ({ ...toRecord(row), silentSeconds: row.silentSeconds }));
}

/** Notes that the process behind runs in line lives. */
export async function touchQueuedRuns(main: Database, firstRunId: number): Promise<void> {
  await read(main, (builder) =>
    builder
      .update(simulationRuns)
      .set({ heartbeatAt: NOW })
      .where(and(eq(simulationRuns.firstRunId, firstRunId), eq(simulationRuns.state, 'queued'))),
  );
}

/** Moves a run to `state` if the table of states allows it, and says whether it did. */
export async function moveRun(
  main: Database,
  runId: number,
  state: RunState,
  also: { note?: string; environment?: Environment; report?: RunReport } = {},
): Promise<boolean> {
  const [{ affectedRows }] = await read(main, (builder) =>
    builder
      .update(simulationRuns)
      .set({
        state,
        ...also,
        heartbeatAt: NOW,
        ...(state === 'preparing' ? { startedAt: NOW } : {}),
        ...(isOver(state) ? { finishedAt: NOW } : {}),
      })
      .where(and(eq(simulationRuns.runId, runId), inArray(simulationRuns.state, statesBefore(state)))),
  );
  return affectedRows === 1;
}

/** Keeps a frame and its figures. */
export async function keepFrame(main: Database, frame: Frame): Promise<void> {
  const { runId, sequence, figures } = frame;
  await read(main, async (builder) => {
    await builder
      .update(simulationRuns)
      .set({ frame, heartbeatAt: NOW })
      .where(eq(simulationRuns.runId, runId));
    await builder.insert(simulationSamples).values({ runId, sequence, atMs: figures.atMs, figures });
  });
}

/** Whether somebody has asked the run to stop. */
export async function isStopRequested(main: Database, runId: number): Promise<boolean> {
  const [row] = await read(main, (builder) =>
    builder
      .select({ stopRequestedAt: simulationRuns.stopRequestedAt })
      .from(simulationRuns)
      .where(eq(simulationRuns.runId, runId)),
  );
  return row?.stopRequestedAt != null;
}

/** Asks the runs of a sale that are not over to stop. */
export async function requestStop(main: Database, runId: number): Promise<void> {
  const runs = (await readSale(main, runId)).filter(({ state }) => !isOver(state));
  if (runs.length === 0) return;
  await read(main, (builder) =>
    builder
      .update(simulationRuns)
      .set({ stopRequestedAt: NOW })
      .where(
        inArray(
          simulationRuns.runId,
          runs.map((run) => run.runId),
        ),
      ),
  );
}

export async function readSamples(main: Database, runId: number, afterSequence = 0): Promise<Figures[]> {
  const rows = await read(main, (builder) =>
    builder
      .select({ figures: simulationSamples.figures })
      .from(simulationSamples)
      .where(and(eq(simulationSamples.runId, runId), gt(simulationSamples.sequence, afterSequence)))
      .orderBy(asc(simulationSamples.sequence)),
  );
  return rows.map(({ figures }) => figures as Figures);
}

export type FindingKind = (typeof simulationFindings.$inferSelect)['kind'];
export interface Finding {
  readonly kind: FindingKind;
  readonly detail: unknown;
}

export async function keepFindings(
  main: Database,
  runId: number,
  findings: readonly Finding[],
): Promise<void> {
  if (findings.length === 0) return;
  const rows = findings.map((finding, index) => ({ runId, findingId: index + 1, ...finding }));
  await read(main, async (builder) => {
    await builder.delete(simulationFindings).where(eq(simulationFindings.runId, runId));
    await builder.insert(simulationFindings).values(rows);
  });
}

export async function readFindings(main: Database, runId: number): Promise<Finding[]> {
  return read(main, (builder) =>
    builder
      .select({ kind: simulationFindings.kind, detail: simulationFindings.detail })
      .from(simulationFindings)
      .where(eq(simulationFindings.runId, runId))
      .orderBy(asc(simulationFindings.findingId)),
  );
}
