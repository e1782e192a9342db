/** The cards of the test gateway, each with what it does. */
import { Button } from '@/components/ui/button';

export interface TestCard {
  readonly number: string;
  readonly effect: string;
}

interface TestCardsProps {
  cards: readonly TestCard[];
  onUse: (number: string) => void;
}

const grouped = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ');

export function TestCards({ cards, onUse }: TestCardsProps) {
  return (
    <section aria-labelledby="test-cards" className="rounded-md border bg-surface">
      <h2 id="test-cards" className="px-5 py-3 text-[0.9375rem] font-medium">
        Test cards: the number chooses what happens
      </h2>
      <ul className="divide-y border-t text-sm">
        {cards.map(({ number, effect }) => (
          <li
            key={number}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 py-1.5 pr-3 pl-5 sm:grid-cols-[11.5rem_1fr_auto]"
          >
            <span className="font-mono whitespace-nowrap">{grouped(number)}</span>
            <span className="text-ink-soft max-sm:order-last max-sm:col-span-2">{effect}</span>
            <Button
              tone="quiet"
              size="sm"
              onClick={() => onUse(number)}
              aria-label={`Use ${grouped(number)}`}
            >
              Use
            </Button>
          </li>
        ))}
      </ul>
      <p className="border-t px-5 py-3 text-sm text-ink-faint">
        Any date in the future and any three digits do for the rest.
      </p>
    </section>
  );
}
