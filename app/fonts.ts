/**
 * The three typefaces, served from our own origin: Instrument Sans for text, Newsreader for headings of the
 * editorial pages, JetBrains Mono for SQL and ids. next/font fits the fallbacks' metrics, so nothing jumps.
 */
import localFont from 'next/font/local';

const instrumentSans = localFont({
  src: '../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  variable: '--font-instrument-sans',
  weight: '400 700',
});

const newsreader = localFont({
  src: '../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
  variable: '--font-newsreader',
  weight: '200 800',
  adjustFontFallback: 'Times New Roman',
});

const jetbrainsMono = localFont({
  src: '../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  variable: '--font-jetbrains-mono',
  weight: '100 800',
  preload: false,
});

export const fontVariables = [instrumentSans, newsreader, jetbrainsMono]
  .map((font) => font.variable)
  .join(' ');
