/** Beside each hold of a unit what it sent: of the live shop where this process saw it, of a run where the run recorded it. */
import { getEngine } from '@/app/engine';
import { type RecordedPacket, readRecordedCount, readRecordedPackets } from '@/db/panel/recorded-packets';
import type { UnitPlace } from '@/db/panel/units';
import type { Session } from '@/db/session';
import { MOST_RECORDED_PACKETS, readRun } from '@/simulator/index';
import { getSampler } from '../live-sampler';
import type { Target, UnitAnswer } from '../snapshot';

/** `session` is on the schema that `target` names. */
export async function withStatements(
  session: Session,
  { runId }: Target,
  places: readonly UnitPlace[],
): Promise<UnitAnswer> {
  const ids = new Set(places.flatMap(({ reservationId }) => reservationId ?? []));
  if (runId === null) {
    const { recorder } = getSampler();
    return {
      source: 'watched',
      places,
      recorded: Object.fromEntries([...ids].map((id) => [id, recorder.of(id)])),
    };
  }
  const run = await readRun(getEngine().database, runId);
  if (run?.inputs.recordStatements !== 'on') return { source: 'off', places, recorded: {} };
  const recorded: Record<string, RecordedPacket[]> = {};
  for (const id of ids) recorded[id] = await readRecordedPackets(session, id);
  const isFull = (await readRecordedCount(session)) >= MOST_RECORDED_PACKETS;
  return { source: isFull ? 'full' : 'on', places, recorded };
}
