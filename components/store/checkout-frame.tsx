/** A checkout page: the step's form to the left, what is being bought to the right (below it on a phone). */
import type { ReactNode } from 'react';
import { type CheckoutStep, CheckoutSteps } from './checkout-steps';

interface CheckoutFrameProps {
  title: string;
  steps: CheckoutStep[];
  current: number;
  /** A HoldBanner or Notice above everything. */
  banner?: ReactNode;
  summary: ReactNode;
  children: ReactNode;
}

export function CheckoutFrame({ title, steps, current, banner, summary, children }: CheckoutFrameProps) {
  return (
    <div className="page pt-6 pb-16">
      <CheckoutSteps steps={steps} current={current} />
      <h1 className="mt-4 text-title">{title}</h1>
      {banner && <div className="mt-6">{banner}</div>}
      <div className="mt-8 grid grid-cols-1 gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 max-w-2xl">{children}</div>
        <aside
          aria-label="Your purchase"
          className="lg:self-start lg:rounded-lg lg:border lg:bg-surface lg:p-6"
        >
          {summary}
        </aside>
      </div>
    </div>
  );
}
