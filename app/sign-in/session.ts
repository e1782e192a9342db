/**
 * The sign-in of everything that is not for buyers: admin, test hooks, simulator, panel, lab. Every page, action and handler of
 * those asks here; nothing relies on a link being hidden or on another page having asked.
 *
 * Without ADMIN_PASSWORD they are open, but to this machine only: the start refuses to listen elsewhere without one, and a
 * request under another name than this machine's is turned away.
 */
import { hkdfSync } from 'node:crypto';
import { getIronSession, type IronSession } from 'iron-session';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';

interface SignIn {
  isSignedIn?: boolean;
}

const DAY_SECONDS = 24 * 3600;

export function adminPassword(): string | undefined {
  return process.env.ADMIN_PASSWORD || undefined;
}

/** The visitor's sealed session. A changed password ends all of them. */
export async function openSession(password: string): Promise<IronSession<SignIn>> {
  const isSecure = (await headers()).get('x-forwarded-proto') === 'https';
  return getIronSession<SignIn>(await cookies(), {
    cookieName: 'lastunit-sign-in',
    password: Buffer.from(hkdfSync('sha256', password, 'lastunit', 'session', 32)).toString('hex'),
    ttl: DAY_SECONDS,
    cookieOptions: { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' },
  });
}

/** True when the visitor may go where only merchants, teachers and testers go. */
export async function isSignedIn(): Promise<boolean> {
  const password = adminPassword();
  if (!password) return isThisMachine((await headers()).get('host'));
  return (await openSession(password)).isSignedIn === true;
}

/** For pages and actions: leads whoever is not signed in to the sign-in, and from there back to `path`. */
export async function requireSignIn(path: string): Promise<void> {
  if (!(await isSignedIn())) redirect(`/sign-in?${new URLSearchParams({ to: path })}`);
}

/** For handlers: what whoever is not signed in is answered, or undefined. */
export async function refusalOfHandler(): Promise<Response | undefined> {
  if (await isSignedIn()) return undefined;
  return Response.json({ message: 'Sign in first.' }, { status: 401 });
}

/** A page of this site to go back to; anything else leads to the admin. */
export function pathWithin(to: string | undefined): string {
  return to && /^\/(?![/\\])[\w\-./?=&%~+,:@[\]]*$/.test(to) ? to : '/admin';
}

function isThisMachine(host: string | null): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host ?? '');
}
