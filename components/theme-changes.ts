'use client';
/** For what draws on a canvas and so has to read colours from CSS: a number that changes whenever the theme does. */
import { useSyncExternalStore } from 'react';

let changes = 0;

function subscribe(onChange: () => void): () => void {
  const changed = () => {
    changes += 1;
    onChange();
  };
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  const chosen = new MutationObserver(changed);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', changed);
    chosen.disconnect();
  };
}

export function useThemeChanges(): number {
  return useSyncExternalStore(
    subscribe,
    () => changes,
    () => 0,
  );
}

/** The colours that tokens have now: read from an element, since a token may hold a light-dark() pair. */
export function readColors<Token extends string>(tokens: readonly Token[]): Record<Token, string> {
  const probe = document.createElement('span');
  document.body.append(probe);
  const colors = tokens.map((token) => {
    probe.style.color = `var(--color-${token})`;
    return [token, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(colors) as Record<Token, string>;
}
