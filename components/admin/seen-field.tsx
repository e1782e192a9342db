'use client';
/**
 * What a form was filled in on: a version, figures, as they were when the form came up, whatever the page behind it has
 * learned since. The server compares, and its answer says what to compare with next.
 */
import { useState } from 'react';
import { useAnswer } from './action-form';

export function SeenField({ name, seen }: { name: string; seen: number | string }) {
  const [first] = useState(seen);
  const answer = useAnswer();
  return <input type="hidden" name={name} value={answer.seen?.[name] ?? first} />;
}
