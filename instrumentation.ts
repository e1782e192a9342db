/** Runs once when the app's server starts, however it was started: the same checks as `npm run doctor`. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const [{ readEnvironment }, { needsOf, runChecks }] = await Promise.all([
    import('@/db/env'),
    import('@/db/doctor'),
  ]);
  const { DATABASE_URL, POOL_SIZE } = readEnvironment();
  const { ok, checks } = await runChecks(DATABASE_URL, needsOf(POOL_SIZE));
  if (ok) return;
  for (const { id, detail, mend } of checks.filter((check) => !check.ok)) {
    console.warn(`MySQL, ${id}: ${detail}${mend ? `. Mend: ${mend}` : ''}`);
  }
}
