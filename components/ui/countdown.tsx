'use client';
/**
 * The time left until a moment on the server's clock, as m:ss. The visitor's clock may be wrong, so the difference
 * between the two is taken once, from `serverNow`. Screen readers hear it once a minute and at the end.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { formatClock, formatCount } from '@/components/format';

interface CountdownProps {
  /** ISO time at which it ends. */
  endsAt: string;
  /** ISO time of the server when it rendered this. */
  serverNow: string;
  /** Called once, when nothing is left. */
  onEnd?: () => void;
}

export function Countdown({ endsAt, serverNow, onEnd }: CountdownProps) {
  const end = Date.parse(endsAt);
  const [left, setLeft] = useState(() => Math.max(0, end - Date.parse(serverNow)));
  const tellEnd = useEffectEvent(() => onEnd?.());

  useEffect(() => {
    const offset = Date.parse(serverNow) - Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    function tick() {
      const remaining = Math.max(0, end - (Date.now() + offset));
      setLeft(remaining);
      if (remaining === 0) tellEnd();
      // The next change of the shown second, and at least 1 ms away.
      else timer = setTimeout(tick, (remaining % 1000) + 1);
    }
    tick();
    return () => clearTimeout(timer);
  }, [end, serverNow]);

  // Rounded up: "0:01" is shown during the last second, "0:00" only when it is over.
  const seconds = Math.ceil(left / 1000);
  const minutes = Math.ceil(seconds / 60);
  return (
    <>
      <span role="timer" aria-live="off" className="tabular-nums">
        {formatClock(seconds)}
      </span>
      <span aria-live="polite" className="sr-only">
        {seconds === 0 ? 'No time left' : `Less than ${formatCount(minutes, 'minute')} left`}
      </span>
    </>
  );
}
