/**
 * How numbers, durations, money and dates are written everywhere: thousands grouped, a unit beside every figure,
 * money from integer minor units, all of it the way the visitor's browser asks for. The words around stay English.
 */
const defaultLocale = 'en-GB';

declare global {
  /** Set on the server by app/visitor-locale.ts. */
  var localeOfRequest: (() => string | undefined) | undefined;
}

/**
 * The visitor's locale: on the server that of the request being answered, in the browser the one that the server wrote
 * into the document, so that both write the same. British English, day before month, where nobody asks.
 */
export function currentLocale(): string {
  if (typeof document !== 'undefined') return document.documentElement.dataset.locale ?? defaultLocale;
  return globalThis.localeOfRequest?.() ?? defaultLocale;
}

// Making a formatter costs far more than using it, and the live panel writes hundreds of figures a second.
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = currentLocale();
  const key = `${locale} ${options.currency ?? options.maximumFractionDigits}`;
  let format = numberFormats.get(key);
  if (!format) {
    // Visitors may ask for any number of locales.
    if (numberFormats.size > 1_000) numberFormats.clear();
    format = new Intl.NumberFormat(locale, options);
    numberFormats.set(key, format);
  }
  return format;
}

/** 12345.678 → "12,346"; `fractionDigits` keeps decimals. */
export function formatNumber(value: number, fractionDigits = 0): string {
  return numberFormat({
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(value);
}

/** 0.4567 → "45.7 %". */
export function formatShare(share: number, fractionDigits = 1): string {
  return `${formatNumber(share * 100, fractionDigits)} %`;
}

/** 3400, 'EUR' → "€34.00". The currency says how many minor units make one. */
export function formatMoney(minorUnits: number, currency: string): string {
  const format = numberFormat({ style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** digits);
}

/** 0.43 → "0.43 ms", 87.2 → "87 ms", 4210 → "4.2 s", 272000 → "4 min 32 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 10) return `${formatNumber(milliseconds, milliseconds === 0 ? 0 : 2)} ms`;
  if (milliseconds < 1000) return `${formatNumber(milliseconds, 0)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${formatNumber(seconds, 1)} s`;
  const whole = Math.round(seconds);
  return `${formatNumber(Math.floor(whole / 60), 0)} min ${whole % 60} s`;
}

/** 272 seconds → "4:32", the way a clock shows what is left. Never negative. */
export function formatClock(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/** Date and time to the second, in UTC unless a zone is given, with the zone named. */
export function formatDateTime(date: Date | string, timeZone = 'UTC'): string {
  return new Date(date).toLocaleString(currentLocale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
}

/** 1 → "1 unit", 3 → "3 units": a figure with the noun that fits it. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count, 0)} ${count === 1 ? one : many}`;
}
