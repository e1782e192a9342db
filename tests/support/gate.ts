/** A place in the code under test where it stands until the test lets it on: races are staged, never slept for. */
export interface Gate {
  /** Resolves when somebody stands at the gate. */
  readonly reached: Promise<void>;
  /** Awaited by the code under test. */
  pass(): Promise<void>;
  /** Lets everybody on, now and later. */
  open(): void;
}

export function makeGate(): Gate {
  let arrive = () => {};
  let open = () => {};
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    reached,
    pass: () => {
      arrive();
      return opened;
    },
    open: () => open(),
  };
}
