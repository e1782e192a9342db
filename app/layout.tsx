/** The document around every page: fonts, theme before first paint, header, main landmark, footer. */
import type { Metadata, Viewport } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { currentLocale } from '@/components/format';
import { SiteFooter } from '@/components/site-footer';
import { SiteHeader } from '@/components/site-header';
import { fontVariables } from './fonts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Lastunit: sell the last unit exactly once', template: '%s · Lastunit' },
  description:
    'A merchant simulator that shows, on a real MySQL, how a shop sells its last unit exactly once: storefront, flash sale, live lock panel and a lab of real transactions.',
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f5f6f3' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1413' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // No page is made at build time: each is written in its visitor's locale.
  await connection();
  return (
    // theme.js sets data-theme before React sees the document.
    <html lang="en" data-locale={currentLocale()} className={fontVariables} suppressHydrationWarning>
      <head>
        <script src="/theme.js" />
      </head>
      <body>
        <SiteHeader />
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        <SiteFooter />
      </body>
    </html>
  );
}
