'use server';
import { refresh } from 'next/cache';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { requireSignIn } from '@/app/sign-in/session';
import type { Answer } from '@/components/admin/answer';
import { NAME_COOKIE } from './access';
import { parseForm } from './form';

const schema = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'At most 80 characters.'),
});

/** Keeps the name that this browser's changes are signed with. */
export async function setMerchantName(_: Answer, form: FormData): Promise<Answer> {
  await requireSignIn('/admin');
  const { input, answer } = parseForm(schema, form);
  if (!input) return answer;
  (await cookies()).set(NAME_COOKIE, input.name, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/admin',
    maxAge: 31_536_000,
  });
  refresh();
  return { status: 'done', message: `Changes are signed "${input.name}" from now on.` };
}
