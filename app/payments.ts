/**
 * The test gateway's legs in this process: while something around a payment is due, it is done here. The worker does the
 * same, so a payment goes on when this process is restarted, and none waits for the other.
 */
import { type DuePayments, runDuePayments } from '@/checkout/gateway/run-due-payments';
import { getEngine } from './engine';

/** Later things are the worker's; whoever looks at a payment wakes this up again. */
const LONGEST_WAIT_MS = 60_000;
const SHORTEST_WAIT_MS = 20;

const shared = globalThis as typeof globalThis & {
  lastunitPayments?: { timer?: ReturnType<typeof setTimeout>; isRunning: boolean; isWanted: boolean };
};
shared.lastunitPayments ??= { isRunning: false, isWanted: false };
const state = shared.lastunitPayments;

/** Does what is due around payments, now and as long as something is to come soon. Returns at once. */
export function wakePayments(): void {
  clearTimeout(state.timer);
  state.isWanted = true;
  if (!state.isRunning) void run();
}

async function run(): Promise<void> {
  state.isRunning = true;
  let next: DuePayments | undefined;
  try {
    do {
      state.isWanted = false;
      next = await runDuePayments(getEngine());
    } while (state.isWanted);
  } catch (error) {
    // Nothing is lost: the rows say what is due, and the next visit or the worker takes it up.
    console.error(error);
  } finally {
    state.isRunning = false;
  }
  if (next && next.nextInMs <= LONGEST_WAIT_MS) {
    state.timer = setTimeout(wakePayments, Math.max(SHORTEST_WAIT_MS, next.nextInMs));
    state.timer.unref();
  }
}
