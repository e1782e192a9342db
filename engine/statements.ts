/** Every statement of the engine, in the order in which a unit meets them: for display, docs and tests. */
import type { Statement } from '@/db/statement';
import { begin, commit, rollback, setReadCommitted } from '@/db/transaction';
import { addLinesOfMany } from './sql/add-lines-of-many';
import { addReservationLines } from './sql/add-reservation-lines';
import { addUnpooled } from './sql/add-unpooled';
import { appendLedger } from './sql/append-ledger';
import { auditItem } from './sql/audit-item';
import { claimReservation } from './sql/claim-reservation';
import { countPool } from './sql/count-pool';
import { deductLedger } from './sql/deduct-ledger';
import { dropReservedUnit } from './sql/drop-reserved-unit';
import { dropReservedUnits } from './sql/drop-reserved-units';
import { expireReservation } from './sql/expire-reservation';
import { extendReservation } from './sql/extend-reservation';
import { findExpired } from './sql/find-expired';
import { findExpiredOfLevel } from './sql/find-expired-of-level';
import { findLowLevels } from './sql/find-low-levels';
import { holdUnit } from './sql/hold-unit';
import { holdUnits } from './sql/hold-units';
import { holdUnitsOfMany } from './sql/hold-units-of-many';
import { insertUnits } from './sql/insert-units';
import { layOutUnits } from './sql/lay-out-units';
import { listItems } from './sql/list-items';
import { lockExpired } from './sql/lock-expired';
import { lockLevel } from './sql/lock-level';
import { lockLevels } from './sql/lock-levels';
import { lockPromise, readPromisedLines } from './sql/lock-promise';
import { lockUnits } from './sql/lock-units';
import { markUnitsReturned } from './sql/mark-units-returned';
import { openLevel } from './sql/open-level';
import { openReservation } from './sql/open-reservation';
import { openReservations } from './sql/open-reservations';
import { promiseReservation } from './sql/promise-reservation';
import { readAvailability } from './sql/read-availability';
import { readLevel } from './sql/read-level';
import { readReservation } from './sql/read-reservation';
import { readReservedUnits } from './sql/read-reserved-units';
import { readUnpooled } from './sql/read-unpooled';
import { recordSoldUnit } from './sql/record-sold-unit';
import { recordSoldUnits } from './sql/record-sold-units';
import { releaseReservation } from './sql/release-reservation';
import { removeUnpooled } from './sql/remove-unpooled';
import { returnUnits } from './sql/return-units';
import { takeUnit } from './sql/take-unit';
import { takeUnits } from './sql/take-units';
import { writeCheckpoint } from './sql/write-checkpoint';

export const engineStatements: readonly Statement[] = [
  setReadCommitted,
  begin,
  openReservation,
  addReservationLines,
  lockUnits,
  takeUnit,
  holdUnit,
  takeUnits,
  holdUnits,
  openReservations,
  addLinesOfMany,
  holdUnitsOfMany,
  promiseReservation,
  lockPromise,
  readPromisedLines,
  extendReservation,
  readReservation,
  readReservedUnits,
  claimReservation,
  recordSoldUnit,
  dropReservedUnit,
  recordSoldUnits,
  deductLedger,
  dropReservedUnits,
  releaseReservation,
  returnUnits,
  findExpired,
  findExpiredOfLevel,
  lockExpired,
  expireReservation,
  readLevel,
  readAvailability,
  readUnpooled,
  findLowLevels,
  lockLevel,
  countPool,
  insertUnits,
  layOutUnits,
  openLevel,
  addUnpooled,
  appendLedger,
  removeUnpooled,
  lockLevels,
  markUnitsReturned,
  listItems,
  auditItem,
  writeCheckpoint,
  commit,
  rollback,
];
