/** Tokens that a request brings along in place of a session, for programs that can't sign in. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether an Authorization header brings this token; compared in a time that doesn't depend on how much is right. */
export function isBearer(header: string | null, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
