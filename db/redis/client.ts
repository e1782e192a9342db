/**
 * A connection to Redis, with its waits bounded.
 *
 * Promise: each command is answered or fails within `timeoutMs`; while the connection is down, commands fail at once and
 * are never kept for later; a command that was on its way when the connection broke is never sent a second time. It
 * connects again by itself. What a failed command did is unknown: it may have been carried out.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, ErrorReply } from '@redis/client';
import { type RedisCommand, type RedisValues, wordsOf } from './command';

/** Longest wait for an answer, in ms: a buyer must hear something within seconds, whatever Redis does. */
const TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 1_000;
/** Between two tries to connect again, in ms. */
const RECONNECT_MS = 100;

/** A command that failed or was not answered in time; whether Redis carried it out is not known. */
export class RedisError extends Error {
  override name = 'RedisError';
  readonly code: 'timeout' | 'disconnected' | 'refused';

  constructor(code: RedisError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** One packet as observers see it, after it ended. */
export interface RedisEvent {
  /** Of its commands. */
  readonly names: readonly string[];
  readonly durationMs: number;
  readonly error?: unknown;
}

export type RedisReplyValue = string | number | null | RedisReplyValue[];

export interface Redis {
  readonly url: string;
  /** Whether it is connected now. */
  readonly isReady: boolean;
  /** How often it has connected so far: who sees another number than before has missed an interruption. */
  readonly connections: number;
  /** Sends a command of the project. Throws RedisError. */
  run(command: RedisCommand, values: RedisValues): Promise<RedisReplyValue>;
  /** Sends commands in one packet; Redis carries them out with nothing in between (MULTI, EXEC). Throws RedisError. */
  runTogether(calls: readonly (readonly [RedisCommand, RedisValues])[]): Promise<RedisReplyValue[]>;
  /** Sends plain words. Throws RedisError. */
  send(...words: string[]): Promise<RedisReplyValue>;
  /** Calls `observer` after each command of the project until the returned function is called. */
  observe(observer: (event: RedisEvent) => void): () => void;
  /** Called each time that the connection was lost and is there again. */
  onReconnect(listener: () => void): void;
  /** Has Redis close this connection: what is under way fails, and it connects again by itself after a moment. */
  cutOff(): Promise<void>;
  close(): void;
}

export interface RedisOptions {
  readonly timeoutMs?: number;
  /** Shown by CLIENT LIST. Default "lastunit". */
  readonly name?: string;
  /** Delay added to each round trip, in ms, as for MySQL. Default 0. */
  readonly roundTripDelayMs?: number;
  /** Whether an idle connection keeps the process running. Default true. */
  readonly keepsProcess?: boolean;
}

/** Connects. Throws RedisError when that can't be done within a second. */
export async function openRedis(url: string, options: RedisOptions = {}): Promise<Redis> {
  const { timeoutMs = TIMEOUT_MS, name = 'lastunit', roundTripDelayMs = 0, keepsProcess = true } = options;
  let connections = 0;
  const client = createClient({
    url,
    name,
    disableOfflineQueue: true,
    // Its answers as plain lists and strings, whichever server it is.
    RESP: 2,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: () => (connections > 0 ? RECONNECT_MS : false),
    },
  });
  const reconnected: (() => void)[] = [];
  const observers = new Set<(event: RedisEvent) => void>();
  // Each lost connection is an event; whoever has sent something hears of it by that.
  client.on('error', () => void client.emit('lost'));
  client.on('ready', () => {
    connections += 1;
    if (connections > 1) for (const listener of reconnected) listener();
  });
  try {
    await client.connect();
  } catch (error) {
    client.destroy();
    throw new RedisError('disconnected', messageOf(error), error);
  }
  if (!keepsProcess) client.unref();
  // The library's own time-out ends when a command has been written: an answer that never comes would be waited for.
  const answered = async <T>(sent: Promise<unknown>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new RedisError('timeout', `Redis did not answer within ${timeoutMs} ms.`)),
        timeoutMs,
      );
    });
    const answer = sent.catch((error: unknown) => {
      throw new RedisError(error instanceof ErrorReply ? 'refused' : 'disconnected', messageOf(error), error);
    });
    try {
      return (await Promise.race([answer, late])) as T;
    } finally {
      clearTimeout(timer);
    }
  };
  const send = (words: string[]) => answered<RedisReplyValue>(client.sendCommand(words));
  const observed = async <T>(names: readonly string[], work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    let failure: unknown;
    try {
      if (roundTripDelayMs > 0) await delay(roundTripDelayMs);
      return await work();
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      const event = { names, durationMs: performance.now() - startedAt, error: failure };
      for (const observe of observers) observe(event);
    }
  };
  return {
    url,
    get isReady() {
      return client.isReady;
    },
    get connections() {
      return connections;
    },
    run: (command, values) => observed([command.name], () => send(wordsOf(command, values))),
    runTogether: (calls) =>
      observed(
        calls.map(([{ name }]) => name),
        () => {
          // The library would keep a MULTI for later, whatever its offline queue is set to.
          if (!client.isReady) throw new RedisError('disconnected', 'Redis is not connected.');
          const multi = client.multi();
          for (const [command, values] of calls) multi.addCommand(wordsOf(command, values));
          return answered<RedisReplyValue[]>(multi.exec());
        },
      ),
    send: (...words) => send(words),
    observe(observer) {
      observers.add(observer);
      return () => observers.delete(observer);
    },
    onReconnect: (listener) => void reconnected.push(listener),
    async cutOff() {
      // Not by events.once, which an 'error' would reject.
      const lost = new Promise<void>((resolve) => client.once('lost', () => resolve()));
      const id = String(await send(['CLIENT', 'ID']));
      await send(['CLIENT', 'KILL', 'ID', id, 'SKIPME', 'no']);
      await lost;
    },
    close: () => {
      if (client.isOpen) client.destroy();
    },
  };
}

/** Host and port of a URL, without the password that it may have. */
export function redisHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'not a URL';
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An AggregateError of several addresses has no message of its own.
  const [first] = error instanceof AggregateError ? error.errors : [];
  return error.message || (first instanceof Error ? first.message : error.name);
}
