/** Every scenario, in the order of a lesson. */
import type { Scenario } from '@/lab/scenario';
import { autoIncrement } from './auto-increment';
import { claimAgainstExpire } from './claim-against-expire';
import { compositeKey } from './composite-key';
import { deadlock } from './deadlock';
import { earlyOrder } from './early-order';
import { fewerIsNotSoldOut } from './fewer-is-not-sold-out';
import { forUpdate } from './for-update';
import { foreignKey } from './foreign-key';
import { idempotencyKey } from './idempotency-key';
import { isolationMatrix } from './isolation-matrix';
import { lockWaitTimeout } from './lock-wait-timeout';
import { nowait } from './nowait';
import { oldSnapshot } from './old-snapshot';
import { orderBy } from './order-by';
import { publishedOrder } from './published-order';
import { quantityRow } from './quantity-row';
import { readCommitted } from './read-committed';
import { readThenWrite } from './read-then-write';
import { refill } from './refill';
import { repeatableRead } from './repeatable-read';
import { rolledBack } from './rollback';
import { skipLocked } from './skip-locked';
import { thunderingHerd } from './thundering-herd';
import { twoSystems } from './two-systems';
import { unionAll } from './union-all';

export const scenarios: readonly Scenario[] = [
  quantityRow,
  readThenWrite,
  forUpdate,
  skipLocked,
  nowait,
  fewerIsNotSoldOut,
  autoIncrement,
  compositeKey,
  repeatableRead,
  readCommitted,
  earlyOrder,
  publishedOrder,
  deadlock,
  unionAll,
  orderBy,
  refill,
  thunderingHerd,
  twoSystems,
  lockWaitTimeout,
  idempotencyKey,
  foreignKey,
  oldSnapshot,
  rolledBack,
  claimAgainstExpire,
  isolationMatrix,
];
