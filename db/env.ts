/** The environment, read and judged in one place. Every variable that the project knows is listed here and in .env.example. */
import { z } from 'zod';

const flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'has to be 1 or 0' })
  .default('0')
  .transform((text) => text === '1' || text === 'true');

/** "" counts as not set: that is what an empty line of a .env file gives. */
function optional<T extends z.ZodType>(type: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), type);
}

function wholeNumber(least: number, most: number, unset: number) {
  const text = `has to be a whole number from ${least} to ${most}`;
  return optional(z.coerce.number({ error: text }).int(text).min(least, text).max(most, text).default(unset));
}

export const variables = z.object({
  /** mysql://user:password@host:port/schema */
  DATABASE_URL: optional(
    z
      .string({
        error:
          'is missing: "npm run demo" sets it, or name a server with mysql://user:password@host:3306/lastunit',
      })
      .refine(isDatabaseUrl, 'has to look like mysql://user:password@host:3306/lastunit, database included'),
  ),
  /** redis://:password@host:port, of the Redis for the legacy model; without one that part says what is missing. */
  REDIS_URL: optional(
    z.string().refine(isRedisUrl, 'has to look like redis://127.0.0.1:6379 or rediss://…').optional(),
  ),
  /** Address and port of the web server. */
  HOST: optional(z.string().default('127.0.0.1')),
  PORT: wholeNumber(1, 65_535, 3000),
  /** Most connections that one process of the app opens to MySQL. */
  POOL_SIZE: wholeNumber(2, 500, 20),
  /** Names of proxies in front, as visitors type them: "shop.example,shop.example:8443". Read by next.config.js. */
  ALLOWED_ORIGINS: optional(
    z
      .string()
      .regex(/^[\w.*:-]+(,[\w.*:-]+)*$/, 'has to be names with commas between')
      .optional(),
  ),
  /** Whether routes exist that only tests may use. */
  TEST_HOOKS: optional(flag),
  /** What a request to those routes has to bring along; without one they don't exist. */
  TEST_HOOKS_TOKEN: optional(z.string().min(16, 'has to have 16 characters or more').optional()),
  /** What a scraper has to bring along to /api/metrics, in place of a sign-in. Without one the sign-in decides. */
  METRICS_TOKEN: optional(z.string().min(16, 'has to have 16 characters or more').optional()),
  /** The word that the merchant's pages ask for. Without one the app keeps to this machine. */
  ADMIN_PASSWORD: optional(z.string().min(8, 'has to have 8 characters or more').optional()),
});

export type Environment = z.infer<typeof variables>;

function isDatabaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'mysql:' && url.hostname !== '' && url.pathname.length > 1;
}

function isRedisUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === 'redis:' || protocol === 'rediss:') && hostname !== '';
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1']);

function keepToThisMachine({ HOST, ADMIN_PASSWORD }: Environment, context: z.RefinementCtx): void {
  if (loopback.has(HOST) || ADMIN_PASSWORD) return;
  context.addIssue({
    code: 'custom',
    path: ['ADMIN_PASSWORD'],
    message: `is needed before HOST may be ${HOST}`,
  });
}

export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/**
 * The judged environment. Throws: EnvironmentError with one line per variable that is missing or wrong; values aren't repeated,
 * since one of them has a password.
 */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const judged = variables.superRefine(keepToThisMachine).safeParse(source);
  if (judged.success) return judged.data;
  const lines = judged.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`);
  throw new EnvironmentError(`The environment can't be used:\n${lines.join('\n')}`);
}
