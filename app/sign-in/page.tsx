/** The sign-in of the merchant's and the teacher's side. */
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignInForm } from '@/components/sign-in-form';
import { signIn } from './actions';
import { adminPassword, isSignedIn, pathWithin } from './session';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<{ to?: string | string[] }>;
}) {
  const { to } = await searchParams;
  const path = pathWithin(Array.isArray(to) ? to[0] : to);
  if (await isSignedIn()) redirect(path);
  return (
    <div className="page py-24">
      <div className="mx-auto max-w-sm">
        <h1 className="text-title">Sign in</h1>
        {adminPassword() ? (
          <>
            <p className="mt-2 text-ink-soft">
              The shop is open to everybody. Admin, simulator, panel and lab ask for the password that this
              server was started with.
            </p>
            <div className="mt-6">
              <SignInForm action={signIn} to={path} />
            </div>
          </>
        ) : (
          <p className="mt-2 text-ink-soft">
            This server was started without a password, so these pages are for the machine that it runs on.
            Open them there under 127.0.0.1, or set ADMIN_PASSWORD and start it again.
          </p>
        )}
      </div>
    </div>
  );
}
