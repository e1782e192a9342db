'use client';
import { useState, useTransition } from 'react';

export interface Act {
  readonly isPending: boolean;
  /** Why the last one changed nothing. */
  readonly refusal: string | null;
  run(act: () => Promise<string | undefined>): void;
}

/** Runs one act at a time and keeps what it was refused for. */
export function useAct(): Act {
  const [isPending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  return {
    isPending,
    refusal,
    run: (act) =>
      startTransition(async () => {
        try {
          setRefusal((await act()) ?? null);
        } catch (error) {
          setRefusal(`It could not be done: ${error instanceof Error ? error.message : String(error)}`);
        }
      }),
  };
}
