/** The lines of a cart or an order. `controls` is what changes a line: a quantity form, a remove button. */
import clsx from 'clsx';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Money } from '@/components/ui/money';
import { ProductImage } from './product-image';

export interface CartLineData {
  id: string;
  href: string;
  title: string;
  variantTitle: string;
  image: string;
  quantity: number;
  /** Of the whole line, in minor units. */
  totalMinor: number;
  /** Why this line cannot be bought as it stands: "2 left in Porto, you have 3." */
  problem?: string;
}

interface CartLinesProps {
  lines: CartLineData[];
  currency: string;
  controls?: (line: CartLineData) => ReactNode;
  /** For a narrow summary: small pictures, no lines around. */
  isCompact?: boolean;
}

export function CartLines({ lines, currency, controls, isCompact = false }: CartLinesProps) {
  return (
    <ul className={isCompact ? 'space-y-4' : 'divide-y border-y'}>
      {lines.map((line) => (
        <li
          key={line.id}
          className={clsx(
            'grid gap-x-5',
            isCompact
              ? 'grid-cols-[3.25rem_1fr_auto]'
              : 'grid-cols-[4.5rem_1fr_auto] py-5 sm:grid-cols-[5.5rem_1fr_auto]',
          )}
        >
          <ProductImage src={line.image} alt="" />
          <div className="min-w-0">
            <p className={isCompact ? 'font-medium' : 'text-subtitle'}>
              <Link href={line.href}>{line.title}</Link>
            </p>
            <p className="text-sm text-ink-soft">
              {line.variantTitle}
              {!controls && ` × ${line.quantity}`}
            </p>
            {line.problem && <p className="mt-1.5 text-sm text-danger">{line.problem}</p>}
            {controls && <div className="mt-3">{controls(line)}</div>}
          </div>
          <p>
            <Money amount={line.totalMinor} currency={currency} />
          </p>
        </li>
      ))}
    </ul>
  );
}
