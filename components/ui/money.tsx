/** An amount in integer minor units, in the visitor’s locale. */
import { formatMoney } from '@/components/format';

export function Money({ amount, currency }: { amount: number; currency: string }) {
  return (
    // Browsers and servers of different years put different spaces around a currency: what was sent stands.
    <span suppressHydrationWarning className="whitespace-nowrap tabular-nums">
      {formatMoney(amount, currency)}
    </span>
  );
}
