import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { holdTransitions, unitTransitions } from '@/engine/states';

const picture = readFileSync('docs/state-machines.md', 'utf8');

/** Edges of each mermaid diagram of the page, in its order. */
const diagrams = [...picture.matchAll(/```mermaid\n([\s\S]*?)```/g)].map(([, text]) =>
  [...(text ?? '').matchAll(/(\w+) --> (\w+): (\w+)/g)].map(([, from, to, verb]) => ({ from, verb, to })),
);

it('the pictures show the tables of engine/states.ts', () => {
  expect(diagrams).toEqual([unitTransitions, holdTransitions]);
});
