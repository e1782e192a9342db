/**
 * Runs once when the app's server starts, however it was started, and before it answers anything: it goes no further where a
 * sign-in is needed and there is none, follows locales, and checks MySQL as `npm run doctor` does.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { keepToThisMachine } = await import('@/db/launch/keep-to-this-machine');
  keepToThisMachine();
  const [{ followVisitorLocales }, { readEnvironment }, { needsOf, runChecks }] = await Promise.all([
    import('@/app/visitor-locale'),
    import('@/db/env'),
    import('@/db/doctor'),
  ]);
  followVisitorLocales();
  const { DATABASE_URL, POOL_SIZE } = readEnvironment();
  const { ok, checks } = await runChecks(DATABASE_URL, needsOf(POOL_SIZE));
  if (ok) return;
  for (const { id, detail, mend } of checks.filter((check) => !check.ok)) {
    console.warn(`MySQL, ${id}: ${detail}${mend ? `. Mend: ${mend}` : ''}`);
  }
}
