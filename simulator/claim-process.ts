/**
 * A process of the shop that gets one claim and is killed between its two halves: SIGKILL, nothing is tidied up. Started by
 * claim-process-start.ts with the run as its argument; claims what the first message names.
 */
import { createDatabase } from '@/db/database';
import type { DyingProcessParts } from './claim-process-start';
import { levelsOf } from './stock';
import { strategies } from './strategies';

const { runUrl, inputs }: DyingProcessParts = JSON.parse(process.argv[2] ?? '{}');
const database = createDatabase({ url: runUrl, connectionLimit: 2 });
const open = await strategies[inputs.strategy].open({
  database,
  levels: levelsOf(inputs),
  holdSeconds: inputs.holdSeconds,
  poolCap: inputs.poolCap,
  onRetry: () => undefined,
  onRefill: () => undefined,
  gate: () => Promise.resolve(),
  passCrashPoint: () => undefined,
  betweenClaimWrites: async () => {
    process.kill(process.pid, 'SIGKILL');
    // Death comes a moment later: nothing more may be written until then.
    await new Promise(() => undefined);
  },
});
process.once('disconnect', () => process.exit(1));
process.once('message', async ({ reservationId, orderId }: { reservationId: string; orderId: string }) => {
  await open.claim(reservationId, orderId);
  process.exit(0);
});
process.send?.('ready');
