'use client';
/** Copies a text and says so. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { buttonClass } from './ui/button';

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copies, setCopies] = useState(0);

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), 2000);
    return () => clearTimeout(timer);
  }, [copies]);

  const Icon = copies > 0 ? Check : Copy;
  return (
    <button
      type="button"
      className={buttonClass({ tone: 'quiet', size: 'sm' })}
      onClick={async () => {
        await navigator.clipboard.writeText(text);
        setCopies((count) => count + 1);
      }}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      <span aria-live="polite">{copies > 0 ? 'Copied' : label}</span>
    </button>
  );
}
