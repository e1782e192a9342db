'use client';
/**
 * Switches between light and dark. Going back to what the system prefers forgets the choice, so that a visitor who
 * tries it once keeps following their system. Both icons are rendered and CSS shows one: nothing flickers on load.
 */
import { Moon, Sun } from 'lucide-react';

function toggle() {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const next = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
  if (next === system) {
    delete root.dataset.theme;
    localStorage.removeItem('theme');
  } else {
    root.dataset.theme = next;
    localStorage.setItem('theme', next);
  }
}

export function ThemeToggle() {
  return (
    <button
      type="button"
      onClick={toggle}
      aria-label="Switch between light and dark"
      className="ml-auto grid size-9 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
    >
      <Moon aria-hidden="true" className="theme-light-only size-[1.125rem]" />
      <Sun aria-hidden="true" className="theme-dark-only size-[1.125rem]" />
    </button>
  );
}
