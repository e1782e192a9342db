'use server';
import { createHash, timingSafeEqual } from 'node:crypto';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { countTry } from './limits';
import { adminPassword, openSession, pathWithin } from './session';

export interface SignInAnswer {
  readonly message?: string;
}

const form = z.object({ password: z.string().min(1).max(200), to: z.string().max(500).optional() });

/** Opens a session for whoever knows the word, and leads to where they wanted to go. */
export async function signIn(_before: SignInAnswer, data: FormData): Promise<SignInAnswer> {
  const expected = adminPassword();
  if (!expected) return { message: 'There is no password: set ADMIN_PASSWORD and start again.' };
  const given = form.safeParse(Object.fromEntries(data));
  if (!given.success) return { message: 'Type the password.' };
  const address = (await headers()).get('x-forwarded-for')?.split(',')[0]?.trim() ?? 'unknown';
  const waitSeconds = await countTry(address);
  if (waitSeconds) return { message: `Too many tries. Wait ${waitSeconds} s, then try again.` };
  if (!isSame(given.data.password, expected)) return { message: 'That is not the password.' };
  const session = await openSession(expected);
  session.isSignedIn = true;
  await session.save();
  redirect(pathWithin(given.data.to));
}

export async function signOut(): Promise<void> {
  const password = adminPassword();
  if (password) (await openSession(password)).destroy();
  redirect('/');
}

/** Compares in a time that doesn't depend on how much is right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
