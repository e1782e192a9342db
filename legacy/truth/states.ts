/**
 * The states of a shop on its way from Redis to MySQL, and which switches are allowed: forward one step at a time and only
 * through its gates, back to any earlier state at any time. Pure.
 */
export const truthStates = ['redis', 'shadow', 'mysql_redis_written', 'mysql'] as const;
export type TruthState = (typeof truthStates)[number];

export interface StateText {
  readonly name: string;
  readonly decides: 'Redis' | 'MySQL';
  readonly says: string;
}

export const stateTexts: Readonly<Record<TruthState, StateText>> = {
  redis: {
    name: 'Redis only',
    decides: 'Redis',
    says: 'Redis decides. MySQL keeps the holds and takes units when they are paid for.',
  },
  shadow: {
    name: 'Shadow',
    decides: 'Redis',
    says: 'Both are written. Redis decides, MySQL reserves units beside it and is compared.',
  },
  mysql_redis_written: {
    name: 'MySQL, Redis written',
    decides: 'MySQL',
    says: 'MySQL decides. Redis is still written, so that going back takes no time.',
  },
  mysql: { name: 'MySQL only', decides: 'MySQL', says: 'MySQL decides. Redis hears of nothing.' },
};

/** What has been seen of a shop in its present state. */
export interface TruthFigures {
  readonly compared: number;
  /** Differences by reason. */
  readonly timing: number;
  readonly expiry: number;
  readonly location: number;
  readonly bug: number;
  readonly dropped: number;
  /** Live holds that have no units in MySQL. */
  readonly promises: number;
}

export interface Gate {
  readonly says: string;
  readonly isOpen: boolean;
}

/** How many comparisons a step forward wants to have seen. */
export const LEAST_COMPARED = 100;
/** Shadows given up, in per cent of the comparisons, beyond which nothing has been shown. */
const MOST_DROPPED_PERCENT = 1;

/** What a step to `to` waits for; none for a step back. */
export function gatesOf(from: TruthState, to: TruthState, figures: TruthFigures): Gate[] {
  const step = truthStates.indexOf(to) - truthStates.indexOf(from);
  if (step !== 1 || from === 'redis') return [];
  const { compared, bug, location, dropped, promises } = figures;
  const gates: Gate[] = [
    {
      says: `${compared} of at least ${LEAST_COMPARED} reserves compared`,
      isOpen: compared >= LEAST_COMPARED,
    },
    {
      says: `${bug} ${bug === 1 ? 'difference' : 'differences'} that nothing explains, of at most 0`,
      isOpen: bug === 0,
    },
    {
      says: `${dropped} ${dropped === 1 ? 'shadow' : 'shadows'} given up, of at most ${MOST_DROPPED_PERCENT} % of the compared`,
      isOpen: dropped * 100 <= compared * MOST_DROPPED_PERCENT,
    },
  ];
  if (from === 'shadow') {
    gates.push({
      says: `${location} ${location === 1 ? 'promise' : 'promises'} that the region's locations couldn't keep (they end with MySQL deciding)`,
      isOpen: true,
    });
    gates.push({
      says: `${promises} live ${promises === 1 ? 'hold' : 'holds'} that only Redis knows, of at most 0 (the switch waits up to a second for those on their way)`,
      isOpen: promises === 0,
    });
  }
  return gates;
}

/** The states that a switch may lead to from `from`; those behind closed gates included. */
export function allowedFrom(from: TruthState): TruthState[] {
  const place = truthStates.indexOf(from);
  return truthStates.filter((_, index) => index < place || index === place + 1);
}

export type SwitchVerdict =
  | { readonly outcome: 'allowed' }
  | { readonly outcome: 'impossible'; readonly allowed: readonly TruthState[] }
  | { readonly outcome: 'closed'; readonly closed: readonly string[] };

/** Whether a shop may go from one state to another one. */
export function judgeSwitch(from: TruthState, to: TruthState, figures: TruthFigures): SwitchVerdict {
  const allowed = allowedFrom(from);
  if (!allowed.includes(to)) return { outcome: 'impossible', allowed };
  const closed = gatesOf(from, to, figures).filter(({ isOpen }) => !isOpen);
  return closed.length > 0
    ? { outcome: 'closed', closed: closed.map(({ says }) => says) }
    : { outcome: 'allowed' };
}
