import { arrivals } from './arrivals';
import type { RunInputs } from './inputs';
import { type Chance, chances } from './random';
import { itemsOf } from './stock';

/** How a buyer's payment ends when units are held for them. */
export type Ending = 'pays' | 'declined' | 'abandons' | 'pays_late';

export interface Buyer {
  readonly number: number;
  /** Milliseconds after the doors opened. */
  readonly arrivesAtMs: number;
  readonly lines: readonly { readonly inventoryItemId: number; readonly quantity: number }[];
  readonly unitsWanted: number;
  /** Inventory groups in the order in which they are asked: the nearest location first. */
  readonly groups: readonly number[];
  readonly paymentMs: number;
  readonly ending: Ending;
}

/** The buyers of a sale in the order of their arrival; they depend on the inputs and the seed, never on the strategy. */
export function buyersOf(inputs: RunInputs): Buyer[] {
  const [coming, carts, payments, endings, places] = chances(inputs.seed, 5) as [
    Chance,
    Chance,
    Chance,
    Chance,
    Chance,
  ];
  const items = itemsOf(inputs);
  const weights = items.map((_, index) => 1 / (index + 1));
  return arrivals(inputs.arrival, inputs.buyers, inputs.arrivalSeconds, coming).map((arrivesAtMs, index) => {
    const lines = chooseItems(items, weights, carts.int(1, inputs.linesPerCart), carts).map(
      (inventoryItemId) => ({ inventoryItemId, quantity: carts.int(1, inputs.unitsPerLine) }),
    );
    return {
      number: index + 1,
      arrivesAtMs,
      lines,
      unitsWanted: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      groups: groupsFrom(inputs.locations, places),
      paymentMs: inputs.paymentMs * Math.exp(inputs.paymentSpread * payments.normal()),
      ending: endingOf(inputs, endings.float() * 100),
    };
  });
}

/** Different items, in the order in which they were put into the cart; what many want comes up more often. */
function chooseItems(items: readonly number[], weights: number[], count: number, chance: Chance): number[] {
  const left = weights.slice();
  return Array.from({ length: count }, () => {
    let point = chance.float() * left.reduce((a, b) => a + b, 0);
    let chosen = left.findIndex((weight) => {
      point -= weight;
      return weight > 0 && point < 0;
    });
    if (chosen < 0) chosen = left.findLastIndex((weight) => weight > 0);
    left[chosen] = 0;
    return items[chosen] as number;
  });
}

/** All locations, the nearest first: a random one, then round from there. */
function groupsFrom(locations: number, chance: Chance): number[] {
  const first = chance.int(0, locations - 1);
  return Array.from({ length: locations }, (_, index) => ((first + index) % locations) + 1);
}

function endingOf({ declineShare, abandonShare, timeOutShare }: RunInputs, percent: number): Ending {
  if (percent < declineShare) return 'declined';
  if (percent < declineShare + abandonShare) return 'abandons';
  return percent < declineShare + abandonShare + timeOutShare ? 'pays_late' : 'pays';
}
