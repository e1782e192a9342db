/** Runs once when the app's server starts, however it was started: locales are followed, and MySQL is checked as by `npm run doctor`. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
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
