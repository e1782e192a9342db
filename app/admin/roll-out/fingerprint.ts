import type { RollOut } from '@/legacy/index';

/** Another text whenever the page would show something else; ages and times left out, which change by themselves. */
export function fingerprintOf({
  version,
  status,
  isWatched,
  measures,
  pods,
  events: [newest],
}: RollOut): string {
  const places = pods.map((pod) => [pod.status, pod.shops.map(({ state, compared }) => [state, compared])]);
  return JSON.stringify([version, status, isWatched, measures, places, newest?.eventId ?? null]);
}
