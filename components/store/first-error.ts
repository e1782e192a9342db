import { useEffect, useRef } from 'react';
import type { Answer } from './answer';

/** Moves the focus to the first field that has an error, after each answer. */
export function useFirstError(answer: Answer) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!answer.fields) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);
  return form;
}
