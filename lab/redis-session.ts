/**
 * A session of a lab with Redis: commands on numbers under keys of the sandbox's own, and nothing else.
 *
 * Promise: no key of anybody else can be reached, and what was written is gone when the session is.
 */
import { openRedis, type Redis, RedisError, type RedisReplyValue } from '@/db/redis/client';
import { redisObstacle } from '@/db/redis/obstacle';
import type { Sandbox } from './sandbox';
import type { SessionName } from './scenario';
import { ScenarioFailed } from './scenario-failed';
import type { LabLine, Outcome, RunningStatement } from './sessions';

/** Each takes its key first. */
const ALLOWED = new Set(['GET', 'SET', 'INCR', 'DECR', 'INCRBY', 'DECRBY']);
/** Should the process die before its sessions are closed, Redis forgets their keys by itself. */
const KEPT_SECONDS = 3_600;

export class RedisSession implements LabLine {
  readonly name: SessionName;
  readonly connectionId = 0;
  running: RunningStatement | undefined;
  ended: { sql: string; outcome: Outcome } | undefined;
  lostBecause: string | undefined;
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #keys = new Set<string>();

  private constructor(name: SessionName, redis: Redis, prefix: string) {
    this.name = name;
    this.#redis = redis;
    this.#prefix = prefix;
  }

  /** Throws: ScenarioFailed when there is no Redis. */
  static async open(name: SessionName, { schema }: Sandbox): Promise<RedisSession> {
    const obstacle = await redisObstacle();
    if (obstacle !== null) throw new ScenarioFailed(`This scenario ${obstacle}.`);
    const redis = await openRedis(process.env.REDIS_URL ?? '', { name: 'lastunit-lab' });
    return new RedisSession(name, redis, `${schema}:`);
  }

  send(sql: string): void {
    if (this.running) throw new Error(`${this.name} is running a command`);
    const startedAt = performance.now();
    const ended = this.#command(sql.trim().split(/\s+/), startedAt).then((outcome) => {
      this.running = undefined;
      this.ended = { sql, outcome };
    });
    this.running = { sql, startedAt, ended };
  }

  async run(sql: string): Promise<Outcome> {
    this.send(sql);
    await this.running?.ended;
    return this.takeEnded()?.outcome as Outcome;
  }

  takeEnded(): { sql: string; outcome: Outcome } | undefined {
    const { ended } = this;
    this.ended = undefined;
    return ended;
  }

  destroy(): void {
    const keys = [...this.#keys];
    const gone = keys.length > 0 ? this.#redis.send('DEL', ...keys) : Promise.resolve(0);
    // A Redis that has gone away has taken the keys along; one that comes back forgets them in an hour.
    void gone.catch(() => undefined).then(() => this.#redis.close());
  }

  async #command([verb = '', key = '', ...rest]: string[], startedAt: number): Promise<Outcome> {
    const durationMs = () => performance.now() - startedAt;
    const failed = (code: string, message: string): Outcome => ({
      status: 'error',
      code,
      message,
      durationMs: durationMs(),
    });
    if (!ALLOWED.has(verb.toUpperCase()) || key === '') {
      return failed('NOT_ALLOWED', `A session with Redis takes ${[...ALLOWED].join(', ')}, with a key.`);
    }
    const ownKey = `${this.#prefix}${key}`;
    try {
      this.#keys.add(ownKey);
      const answer = await this.#redis.send(verb, ownKey, ...rest);
      await this.#redis.send('EXPIRE', ownKey, String(KEPT_SECONDS));
      const row = [cellOf(answer)];
      return {
        status: 'done',
        columns: ['answer'],
        rows: [row],
        rowCount: 1,
        isCut: false,
        durationMs: durationMs(),
      };
    } catch (error) {
      if (!(error instanceof RedisError)) throw error;
      return failed(`REDIS_${error.code}`, error.message);
    }
  }
}

function cellOf(answer: RedisReplyValue): string | number | null {
  return Array.isArray(answer) ? JSON.stringify(answer) : answer;
}
