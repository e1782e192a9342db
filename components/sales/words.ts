/** How runs are spoken of, in words that a merchant uses. */
import type { BadgeTone } from '@/components/ui/badge';
import type { BuyerCounts, RunReport, RunState, VerdictWord } from '@/simulator/index';
import { formatCount, formatMoney, formatNumber } from '../format';

export const CURRENCY = 'EUR';

export const stateWords: Record<RunState, string> = {
  queued: 'in line',
  preparing: 'setting up',
  selling: 'selling now',
  judging: 'reading the tables',
  finished: 'finished',
  stopped: 'stopped',
  interrupted: 'interrupted',
  failed: 'failed',
};

/** Everybody who was told no, in whatever words. */
export const toldNo = ({ soldOut, allHeld, busy }: RunReport['refused']): number => soldOut + allHeld + busy;

/** How a run came to be in that state, as the rest of a sentence: "was stopped", "failed". */
export const stateSentence = (state: RunState): string =>
  state === 'failed' ? stateWords.failed : `was ${stateWords[state]}`;

export const verdictTones: Record<VerdictWord, BadgeTone> = {
  exact: 'good',
  oversold: 'alarm',
  undersold: 'warn',
  leaked: 'alarm',
};

export const verdictWords: Record<VerdictWord, string> = {
  exact: 'Exact',
  oversold: 'Oversold',
  undersold: 'Undersold',
  leaked: 'Leaked',
};

/** The verdict in one sentence that can be read aloud. */
export function verdictSentence(report: RunReport): string {
  const { verdict, stock, sold, orders, bill, undersold, leaked } = report;
  switch (verdict) {
    case 'exact':
      return sold === stock
        ? `All ${formatCount(stock, 'unit')} sold, each of them once.`
        : `${formatCount(sold, 'unit')} of ${formatNumber(stock)} sold, each of them once.`;
    case 'oversold':
      return `${formatCount(orders, 'order')} for ${formatCount(stock, 'unit')}. ${
        bill.ordersToCancel === 1 ? 'One buyer has' : `${formatNumber(bill.ordersToCancel)} buyers have`
      } paid for something that isn’t there.`;
    case 'undersold':
      return `${formatCount(undersold, 'unit')} left over, although buyers who would have paid were told no.`;
    case 'leaked':
      return `${formatCount(leaked, 'unit')} can’t be found any more: not for sale, not held, not sold.`;
    default:
      return verdict satisfies never;
  }
}

/** What it costs, line by line; empty when it costs nothing. */
export function billLines(report: RunReport): { label: string; amount: string; detail: string }[] {
  const { bill, undersold, leaked } = report;
  const money = (minor: number) => formatMoney(minor, CURRENCY);
  const lines = [
    {
      isDue: bill.ordersToCancel > 0,
      label: formatCount(bill.ordersToCancel, 'order to cancel', 'orders to cancel'),
      amount: money(bill.cancelCostMinor),
      detail: `Fees, support and vouchers. ${money(bill.refundMinor)} goes back to those buyers besides.`,
    },
    {
      isDue: undersold > 0,
      label: formatCount(undersold, 'sale turned away', 'sales turned away'),
      amount: money(bill.turnedAwayMinor),
      detail: 'Units left over that somebody would have paid for.',
    },
    {
      isDue: leaked > 0,
      label: formatCount(leaked, 'unit lost', 'units lost'),
      amount: money(bill.lostStockMinor),
      detail: 'On the shelf, but in no state that could be sold.',
    },
    {
      isDue: bill.paidWithoutOrderMinor > 0,
      label: formatCount(report.paidWithoutOrder, 'payment without an order', 'payments without an order'),
      amount: money(bill.paidWithoutOrderMinor),
      detail: 'Money to be returned by hand, once somebody has found it.',
    },
  ];
  return lines.filter(({ isDue }) => isDue).map(({ isDue: _, ...line }) => line);
}

/** The places of the crowd's picture, from the door to the end. */
export const crowdZones = ['coming', 'counter', 'paying', 'bought', 'refused', 'left'] as const;
export type CrowdZone = (typeof crowdZones)[number];

export const zoneTitles: Record<CrowdZone, string> = {
  coming: 'On their way',
  counter: 'Reserving',
  paying: 'Paying',
  bought: 'Bought it',
  refused: 'Told no',
  left: 'Gave up',
};

export function zoneCounts(buyers: BuyerCounts): Record<CrowdZone, number> {
  return {
    coming: buyers.coming,
    counter: buyers.waiting + buyers.reserving,
    paying: buyers.paying,
    bought: buyers.bought,
    refused: toldNo(buyers),
    left: buyers.declined + buyers.abandoned + buyers.expired + buyers.refunded + buyers.failed,
  };
}

/** What a zone consists of, in a few words; '' when there is nothing to add. */
export function zoneDetail(zone: CrowdZone, buyers: BuyerCounts): string {
  const parts: [number, string][] = {
    coming: [],
    counter: [
      [buyers.waiting, 'in line'],
      [buyers.reserving, 'being served'],
    ] as [number, string][],
    paying: [],
    bought: [],
    refused: [
      [buyers.soldOut, 'sold out'],
      [buyers.allHeld, 'all held'],
      [buyers.busy, 'busy'],
    ] as [number, string][],
    left: [
      [buyers.declined, 'declined'],
      [buyers.abandoned, 'walked away'],
      [buyers.expired, 'hold ran out'],
      [buyers.refunded, 'paid too late, paid back'],
      [buyers.failed, 'failed'],
    ] as [number, string][],
  }[zone];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count)} ${word}`)
    .join(', ');
}
