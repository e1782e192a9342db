'use client';
/**
 * A word with an explanation behind it: opens on hover, focus, click and touch, since a projector has no hover and a
 * phone neither. The word is underlined with dots, so that one can tell.
 */
import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';

export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger
        openOnHover
        delay={150}
        className="cursor-help text-left underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-current"
      >
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} className="z-40">
          <Popover.Popup
            aria-label="Explanation"
            className="max-w-72 rounded-md bg-ink px-3 py-2 text-sm text-paper shadow-raised outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Popover.Description>{text}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
