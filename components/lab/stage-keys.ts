'use client';
/** The keyboard of a lab: single keys and a presenter's remote, not while somebody types, and only if they are wanted. */
import { useEffect, useRef } from 'react';

export type StageCommand =
  | 'step'
  | 'run'
  | 'reset'
  | 'back'
  | 'forward'
  | 'play'
  | 'keys'
  | `choose ${number}`;

const commands: Record<string, StageCommand> = {
  s: 'step',
  PageDown: 'step',
  e: 'run',
  r: 'reset',
  ArrowLeft: 'back',
  PageUp: 'back',
  ArrowRight: 'forward',
  f: 'play',
  '?': 'keys',
  '1': 'choose 0',
  '2': 'choose 1',
  '3': 'choose 2',
};

/** For the list of keys. */
export const keyHelp: readonly (readonly [string, string])[] = [
  ['S, Page Down', 'next step'],
  ['1 2 3', 'predict what will happen'],
  ['E', 'run to the end'],
  ['R', 'back to the start'],
  ['← →, Page Up', 'look back and forward'],
  ['F', 'free play on and off'],
  ['?', 'this list'],
];

export function useStageKeys(isOn: boolean, onCommand: (command: StageCommand) => void): void {
  const handler = useRef(onCommand);
  handler.current = onCommand;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target instanceof HTMLElement ? event.target : undefined;
      if (
        target?.closest(
          'input:not([type=radio]), textarea, select, [contenteditable], [role=dialog], [role=tablist]',
        )
      )
        return;
      // Arrows are a radio group's, and a scrolling frame's.
      if (event.key.startsWith('Arrow') && target?.closest('input, [role=group]')) return;
      const command = commands[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!command || (!isOn && command !== 'keys')) return;
      event.preventDefault();
      handler.current(command);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
}
