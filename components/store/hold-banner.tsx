'use client';
/** "Held for you for 4:32": the hold and its time on the server's clock. When it ends, `onEnd` may refresh the page. */
import { formatCount } from '@/components/format';
import { Countdown } from '@/components/ui/countdown';

interface HoldBannerProps {
  quantity: number;
  expiresAt: string;
  serverNow: string;
  onEnd?: () => void;
}

export function HoldBanner({ quantity, expiresAt, serverNow, onEnd }: HoldBannerProps) {
  return (
    <div className="flex items-center gap-3.5 rounded-md bg-accent-soft px-5 py-3.5">
      <span
        aria-hidden="true"
        className="unit"
        data-state="held"
        style={{ '--unit-size': '16px' } as React.CSSProperties}
      />
      <p>
        <span className="font-semibold">
          Held for you for <Countdown endsAt={expiresAt} serverNow={serverNow} onEnd={onEnd} />
        </span>
        <span className="text-ink-soft max-sm:block sm:ml-3">
          {formatCount(quantity, 'unit')}. Nobody else can buy {quantity === 1 ? 'it' : 'them'}.
        </span>
      </p>
    </div>
  );
}
