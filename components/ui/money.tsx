/** An amount in integer minor units, written for a locale. */
import { formatMoney } from '@/components/format';

export function Money({ amount, currency, locale }: { amount: number; currency: string; locale?: string }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(amount, currency, locale)}</span>;
}
