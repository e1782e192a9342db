/** The filter of a ledger as it stands in an address; what makes no sense is ignored, and the form says so. */
import { type LedgerFilter, ledgerReasons } from '@/db/queries/admin-ledger';

const DAY_MS = 86_400_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface LedgerView {
  readonly filter: LedgerFilter;
  /** What was asked for and can't be, by field. */
  readonly errors: Readonly<Record<string, string>>;
}

type Get = (name: string) => string;

/** Reads `reason`, `location`, `from`, `to` (days in UTC, both included) and `reference` (a whole UUID). */
export function readLedgerFilter(shopId: number, inventoryItemId: number, get: Get): LedgerView {
  const errors: Record<string, string> = {};
  const day = (name: string): Date | null => {
    const text = get(name);
    if (text === '') return null;
    const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
    if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1000) {
      errors[name] = 'A day as 2026-12-01.';
      return null;
    }
    return date;
  };
  const to = day('to');
  const reference = get('reference').toLowerCase();
  if (reference !== '' && !UUID.test(reference)) {
    errors.reference = 'A whole reference, as the list links to it.';
  }
  return {
    filter: {
      shopId,
      inventoryItemId,
      locationId: /^[1-9]\d{0,14}$/.test(get('location')) ? Number(get('location')) : null,
      reason: ledgerReasons.find((reason) => reason === get('reason')) ?? null,
      referenceId: UUID.test(reference) ? reference : null,
      from: day('from'),
      until: to && new Date(to.getTime() + DAY_MS),
    },
    errors,
  };
}
