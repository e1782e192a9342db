/** The lab's side of the wire: what is asked of the server and what comes back. */
import type { LabAct, LabAnswer } from '@/lab/index';

/** The server's answer, or that it could not be had. */
export type Heard = LabAnswer | { readonly outcome: 'offline' };

async function ask(url: string, init?: RequestInit): Promise<Heard> {
  try {
    const response = await fetch(url, { cache: 'no-store', ...init });
    const answer: unknown = await response.json();
    if (typeof answer === 'object' && answer !== null && 'outcome' in answer) return answer as LabAnswer;
    return { outcome: 'failed', reason: `The server answered ${response.status}.` };
  } catch {
    // No answer, or none that can be read: the page says so and offers to try again.
    return { outcome: 'offline' };
  }
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export const askToOpen = (scenario: string) => ask('/api/lab', json({ scenario }));
export const askToRead = (labId: string) => ask(`/api/lab/${labId}`);
export const askTo = (labId: string, wanted: LabAct) => ask(`/api/lab/${labId}`, json(wanted));

/** Tells the server that the page is going; works while it goes. */
export function sayGoodbye(labId: string): void {
  const body = new Blob([JSON.stringify({ do: 'close' })], { type: 'application/json' });
  navigator.sendBeacon(`/api/lab/${labId}`, body);
}
