/**
 * How numbers, durations, money and dates are written everywhere: thousands grouped, a unit beside every figure,
 * money from integer minor units. The locale defaults to British English, whose dates read day-month-year.
 */
const defaultLocale = 'en-GB';

/** 12345.678 → "12,346"; `fractionDigits` keeps decimals. */
export function formatNumber(value: number, fractionDigits = 0, locale = defaultLocale): string {
  return value.toLocaleString(locale, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
}

/** 0.4567 → "45.7 %". */
export function formatShare(share: number, fractionDigits = 1, locale = defaultLocale): string {
  return `${formatNumber(share * 100, fractionDigits, locale)} %`;
}

/** 3400, 'EUR' → "€34.00". The currency says how many minor units make one. */
export function formatMoney(minorUnits: number, currency: string, locale = defaultLocale): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** digits);
}

/** 0.43 → "0.43 ms", 87.2 → "87 ms", 4210 → "4.2 s", 272000 → "4 min 32 s". */
export function formatDuration(milliseconds: number, locale = defaultLocale): string {
  if (milliseconds < 10) return `${formatNumber(milliseconds, milliseconds === 0 ? 0 : 2, locale)} ms`;
  if (milliseconds < 1000) return `${formatNumber(milliseconds, 0, locale)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${formatNumber(seconds, 1, locale)} s`;
  const whole = Math.round(seconds);
  return `${formatNumber(Math.floor(whole / 60), 0, locale)} min ${whole % 60} s`;
}

/** 272 seconds → "4:32", the way a clock shows what is left. Never negative. */
export function formatClock(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/** Date and time to the second, in UTC unless a zone is given, with the zone named. */
export function formatDateTime(date: Date | string, timeZone = 'UTC', locale = defaultLocale): string {
  return new Date(date).toLocaleString(locale, {
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
export function formatCount(count: number, one: string, many = `${one}s`, locale = defaultLocale): string {
  return `${formatNumber(count, 0, locale)} ${count === 1 ? one : many}`;
}
