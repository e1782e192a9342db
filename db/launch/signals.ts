/** Ending on request: once, in order, and by force for those who ask again. */
import { dim } from './terminal';

export interface Signal {
  name: NodeJS.Signals | null;
  /** Resolves when a signal came. */
  received: Promise<string>;
  /** Resolves with the exit code when everything has been stopped. */
  finished: Promise<number>;
}

/** npm passes a Ctrl-C on that the terminal has delivered already, so a repeat within this time isn't a second one. */
const repeatMs = 1_000;

let hasCome = false;

/** Whether a signal has come: what fails from then on fails because it is being stopped. */
export function isStopping(): boolean {
  return hasCome;
}

/** Calls `stop` at the first signal; a later one ends the process at once. */
export function onSignal(stop: () => Promise<void>): Signal {
  let receivedAt = 0;
  let hear: (name: string) => void = () => undefined;
  let finish: (code: number) => void = () => undefined;
  const signal: Signal = {
    name: null,
    received: new Promise((resolve) => {
      hear = resolve;
    }),
    finished: new Promise((resolve) => {
      finish = resolve;
    }),
  };
  const handle = (name: NodeJS.Signals): void => {
    if (signal.name) {
      if (Date.now() - receivedAt > repeatMs) process.exit(1);
      return;
    }
    signal.name = name;
    hasCome = true;
    receivedAt = Date.now();
    console.log(dim(`\n  ${name === 'SIGINT' ? 'Ctrl-C' : name}: stopping`));
    hear(name);
    stop().then(
      () => {
        console.log(dim('  stopped'));
        finish(0);
      },
      (error: unknown) => {
        console.error(error);
        finish(1);
      },
    );
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, handle);
  return signal;
}
