/** Where one is in the checkout. Steps that are done lead back; the others are not links. */
import clsx from 'clsx';
import Link from 'next/link';

export interface CheckoutStep {
  label: string;
  /** Given for steps one may go back to. */
  href?: string;
}

export function CheckoutSteps({ steps, current }: { steps: CheckoutStep[]; current: number }) {
  return (
    <nav aria-label="Checkout steps">
      <ol className="flex flex-wrap gap-x-1.5 gap-y-1 text-xs sm:gap-x-3 sm:text-sm">
        {steps.map(({ label, href }, index) => (
          <li
            key={label}
            className="flex items-center gap-1.5 sm:gap-3"
            aria-current={index === current ? 'step' : undefined}
          >
            {index > 0 && (
              <span aria-hidden="true" className="text-line-strong">
                /
              </span>
            )}
            <span className={clsx(index === current ? 'font-semibold' : 'text-ink-soft')}>
              {href && index < current ? (
                <Link href={href} className="link">
                  {label}
                </Link>
              ) : (
                label
              )}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
