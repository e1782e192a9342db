/** What a run's mistakes cost a merchant. Amounts in minor units of the shop's currency. */
import type { Attempt } from './evidence';
import type { RunInputs } from './inputs';
import { levelsOf } from './stock';
import type { Verdict } from './verdict';

export interface Bill {
  /** Orders that can't be shipped, because their units were sold to somebody before. */
  readonly ordersToCancel: number;
  /** What those buyers get back. */
  readonly refundMinor: number;
  /** What cancelling costs besides: fees, support, vouchers. */
  readonly cancelCostMinor: number;
  /** Sales turned away by false refusals: units left over, times the price. */
  readonly turnedAwayMinor: number;
  /** Units that are in no state any more, times the price. */
  readonly lostStockMinor: number;
  /** Payments without an order, to be returned by hand. */
  readonly paidWithoutOrderMinor: number;
  /** Cost of cancelling, sales turned away and lost stock; what is paid back was never the merchant's. */
  readonly lossMinor: number;
}

export function billFor(parts: {
  readonly inputs: RunInputs;
  readonly verdict: Verdict;
  readonly attempts: readonly Attempt[];
  readonly paidWithoutOrder: readonly { readonly amountMinor: number }[];
}): Bill {
  const { inputs, verdict, attempts } = parts;
  const unshippable = ordersWithoutStock(inputs, attempts);
  const cancelCostMinor = unshippable.length * inputs.cancelCostMinor;
  const turnedAwayMinor = verdict.undersold * inputs.priceMinor;
  const lostStockMinor = verdict.leaked * inputs.priceMinor;
  return {
    ordersToCancel: unshippable.length,
    refundMinor: unshippable.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    cancelCostMinor,
    turnedAwayMinor,
    lostStockMinor,
    paidWithoutOrderMinor: parts.paidWithoutOrder.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    lossMinor: cancelCostMinor + turnedAwayMinor + lostStockMinor,
  };
}

/** Packs the orders in the order in which they were sold; whoever finds a shelf empty can't be served. */
export function ordersWithoutStock(inputs: RunInputs, attempts: readonly Attempt[]): Attempt[] {
  const left = new Map(
    levelsOf(inputs).map((level) => [`${level.inventoryItemId}:${level.inventoryGroupId}`, level.units]),
  );
  const orders = attempts
    .filter((attempt) => attempt.outcome === 'claimed')
    .sort((a, b) => (a.endedUs ?? 0) - (b.endedUs ?? 0));
  return orders.filter((order) => {
    const shelves = order.lines.map(([item, quantity]) => ({
      key: `${item}:${order.groups.at(-1)}`,
      quantity,
    }));
    if (shelves.some(({ key, quantity }) => (left.get(key) ?? 0) < quantity)) return true;
    for (const { key, quantity } of shelves) left.set(key, (left.get(key) ?? 0) - quantity);
    return false;
  });
}
