/** A reader of server-sent events that sees them as they come over the line: comments, events, and the end. */
import { get, type IncomingMessage } from 'node:http';

export interface StreamReader {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The next block, in the order of arrival, without the empty line after it; `undefined` once the server has ended the stream. */
  next(): Promise<string | undefined>;
  /** Hangs up. */
  close(): void;
}

/** Opens a stream as a browser that would take any compression. */
export function openStream(url: string): Promise<StreamReader> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream', 'accept-encoding': 'gzip, deflate, br, zstd' };
    const request = get(url, { headers }, (response) => {
      response.setEncoding('utf8');
      const blocks = blocksOf(response);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        next: async () => (await blocks.next()).value,
        close: () => request.destroy(),
      });
    });
    request.once('error', reject);
  });
}

async function* blocksOf(response: IncomingMessage): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const text of response) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    yield* blocks;
  }
  return undefined;
}

/** What a `snapshot` event carries; `undefined` for other blocks. */
export function snapshotIn(block: string): { sequence: number; isFull: boolean } | undefined {
  const data = /^event: snapshot\ndata: (.*)$/.exec(block)?.[1];
  return data === undefined ? undefined : JSON.parse(data);
}
