import type { Engine, ReleaseResult } from '@/engine/index';
import { type Author, recordChange } from './record-change';

/**
 * Gives the units of a live hold back before its time, and says so in the audit trail. A payment that succeeds
 * afterwards takes units again if there are any, and is refunded otherwise.
 */
export async function releaseHold(
  engine: Engine,
  author: Author,
  reservationId: string,
  reason: string,
): Promise<ReleaseResult> {
  const released = await engine.release({ shopId: author.shopId, reservationId });
  if (released.outcome === 'released' && !released.isRepeat) {
    await engine.database.transaction('admin', async (tx) =>
      recordChange(await tx.builder(), author, {
        subject: 'hold',
        subjectId: reservationId,
        subjectName: `Hold ${reservationId.slice(0, 8)}`,
        action: 'released',
        reason,
      }),
    );
  }
  return released;
}
