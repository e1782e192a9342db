/** The frame of every command: .env files, `--help`, bad arguments (exit 2), errors with a name instead of a stack (exit 1). */
import nextEnvironment from '@next/env';
import { checkoutFolder } from '@/db/server/paths';

/** Errors whose message says all: who reads it can act on it. */
const explained = new Set(['SetupError', 'EnvironmentError']);

/** Runs `main` and ends the process with the code that it returns. */
export async function command(usage: string, main: () => Promise<number>): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    return;
  }
  // The same files that Next.js reads for the app.
  const quiet = { info: () => undefined, error: console.error };
  nextEnvironment.loadEnvConfig(checkoutFolder, process.env.NODE_ENV === 'development', quiet);
  try {
    process.exitCode = await main();
  } catch (error) {
    if (String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')) {
      console.error(`${(error as Error).message}\nSee --help.`);
      process.exitCode = 2;
    } else {
      console.error(error instanceof Error && explained.has(error.name) ? error.message : error);
      process.exitCode = 1;
    }
  }
}
