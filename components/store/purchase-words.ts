/**
 * What a buyer or a merchant reads about parcels and refusals: routing's reasons and shortfalls as sentences. The figures come
 * from the server; here they only become words.
 */
import type { ShortItem } from '@/checkout/hold-units';
import type { LocationReason } from '@/checkout/plan-shipments';
import { formatCount, formatNumber } from '@/components/format';

export interface ItemName {
  readonly inventoryItemId: number;
  readonly title: string;
}

const nameOf = (names: readonly ItemName[], id: number) =>
  names.find(({ inventoryItemId }) => inventoryItemId === id)?.title ?? 'an item';

function listOf(parts: readonly string[]): string {
  if (parts.length <= 1) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/**
 * Why a location sends something: "Has everything, and is the first choice for Europe". Of several each says what it lacks, so
 * that one sees why the others are needed: "Has 2 of 3 Field Books; 2 parcels are the fewest".
 */
export function chosenWords(
  reason: LocationReason,
  reasons: readonly LocationReason[],
  names: readonly ItemName[],
  regionName: string,
): string {
  const chosen = reasons.filter(({ verdict }) => verdict === 'chosen');
  const serving = reasons.filter(({ verdict }) => verdict === 'chosen' || isPassedForStock(verdict));
  if (chosen.length === 1) {
    if (serving.length === 1) return `The only place that ships to ${regionName}.`;
    const isFirst = serving[0]?.locationId === reason.locationId;
    return isFirst
      ? `Has everything, and is the first choice for ${regionName}.`
      : 'Has everything, so that it is one parcel.';
  }
  return `Has ${lackWords(reason.lines, names)}; ${formatCount(chosen.length, 'parcel')} are the fewest.`;
}

const isPassedForStock = (verdict: LocationReason['verdict']) =>
  verdict === 'lacks' || verdict === 'not_needed';

/** Why a location sends nothing, to stand after its name: "has 2 of 3 Field Books"; undefined for one that does. */
export function passedOverWords(
  { verdict, lines }: LocationReason,
  names: readonly ItemName[],
  regionName: string,
): string | undefined {
  switch (verdict) {
    case 'chosen':
      return undefined;
    case 'not_to_region':
      return `doesn’t ship to ${regionName}`;
    case 'draining':
      return 'takes no new orders';
    case 'inactive':
      return 'is closed';
    case 'not_needed':
      return `has it too, but is not the first choice for ${regionName}`;
    case 'lacks':
      return `has ${lackWords(lines, names)}`;
  }
}

/** What a location has too little of: "2 of 3 Field Book and no Plumb Bob". */
function lackWords(lines: LocationReason['lines'], names: readonly ItemName[]): string {
  return listOf(
    lines
      .filter(({ available, wanted }) => available < wanted)
      .map(({ inventoryItemId, available, wanted }) => {
        const name = nameOf(names, inventoryItemId);
        return available === 0
          ? `no ${name}`
          : `${formatNumber(available)} of ${formatNumber(wanted)} ${name}`;
      }),
  );
}

/** What is left of an item and where: "Only 2 are left, in Porto; 5 in Toronto can't be sent to Europe." */
export function leftWords(
  inventoryItemId: number,
  reasons: readonly LocationReason[],
  regionName: string,
): string {
  const leftAt = (reason: LocationReason) =>
    reason.lines.find((line) => line.inventoryItemId === inventoryItemId)?.available ?? 0;
  const stocked = reasons.filter((reason) => leftAt(reason) > 0 && reason.verdict !== 'draining');
  const here = stocked.filter(({ verdict }) => verdict !== 'not_to_region' && verdict !== 'inactive');
  const away = stocked.filter(({ verdict }) => verdict === 'not_to_region');
  const total = here.reduce((sum, reason) => sum + leftAt(reason), 0);
  const [only, ...others] = here;
  const where =
    only && others.length === 0
      ? `, in ${only.name}`
      : `: ${listOf(here.map((reason) => `${formatNumber(leftAt(reason))} in ${reason.name}`))}`;
  const parts = [
    total > 0 ? `Only ${formatNumber(total)} ${total === 1 ? 'is' : 'are'} left${where}` : 'None is left',
    ...away.map(
      (reason) => `${formatNumber(leftAt(reason))} in ${reason.name} can’t be sent to ${regionName}`,
    ),
  ];
  return `${parts.join('; ')}.`;
}

/** Time in the words of somebody who waits: "in less than a minute", "in about 3 minutes". */
export function soonWords(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes <= 1 ? 'in less than a minute' : `in about ${formatNumber(minutes)} minutes`;
}

/** One sentence for each item that can't be had now. */
export function shortWords(
  { inventoryItemId, wanted, available, held, backInMs }: ShortItem,
  names: readonly ItemName[],
  reasons: readonly LocationReason[],
  regionName: string,
): string {
  const name = nameOf(names, inventoryItemId);
  const left = leftWords(inventoryItemId, reasons, regionName);
  if (available + held < wanted) {
    return available + held === 0
      ? `${name} is sold out. ${left}`
      : `You want ${formatNumber(wanted)} ${name}. ${left}`;
  }
  const others = held === 1 ? 'one is' : `${formatNumber(held)} are`;
  const back = backInMs === null ? 'soon' : soonWords(backInMs);
  return `${name}: ${others} being paid for by others and may come back ${back}. ${left}`;
}
