/**
 * A list's view as it stands in the address: search text, filters, sort, page. Parsed from search params against what the
 * page allows (anything else is ignored), and turned back into addresses for sort links, pagers and "clear".
 */
import { formatCount, formatNumber } from '@/components/format';

export type SearchParams = Record<string, string | string[] | undefined>;

export type SortDirection = 'ascending' | 'descending';

export interface ListViewOptions<Sort extends string, Filter extends string> {
  /** The page's own path. */
  path: string;
  sorts: readonly Sort[];
  defaultSort: Sort;
  defaultDirection?: SortDirection;
  filters?: readonly Filter[];
}

export interface ListView<Sort extends string = string, Filter extends string = string> {
  path: string;
  query: string;
  sort: Sort;
  direction: SortDirection;
  filters: Partial<Record<Filter, string>>;
  /** Counted from 1. */
  page: number;
  /** Search text or a filter is set, so that an empty list means "nothing matches" and not "nothing here". */
  isNarrowed: boolean;
}

function single(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
}

const MOST_PAGES = 100_000;

function pageOf(text: string): number {
  const page = /^\d{1,6}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(page, 1), MOST_PAGES);
}

/** The view that `params` ask for; search text is cut at 100 characters. */
export function readListView<Sort extends string, Filter extends string = never>(
  params: SearchParams,
  { path, sorts, defaultSort, defaultDirection = 'ascending', filters = [] }: ListViewOptions<Sort, Filter>,
): ListView<Sort, Filter> {
  const query = single(params.q).slice(0, 100);
  const asked = single(params.sort);
  const isDescending = asked.startsWith('-');
  const sort = sorts.find((name) => name === asked.replace(/^-/, ''));
  const set = filters.flatMap((name) => {
    const value = single(params[name]);
    return value === '' ? [] : [[name, value] as const];
  });
  return {
    path,
    query,
    sort: sort ?? defaultSort,
    direction: sort ? (isDescending ? 'descending' : 'ascending') : defaultDirection,
    filters: Object.fromEntries(set) as Partial<Record<Filter, string>>,
    page: pageOf(single(params.page)),
    isNarrowed: query !== '' || set.length > 0,
  };
}

/** The address of `view` with `changes`. Changing anything but the place goes back to the first page. */
export function listHref(
  view: ListView,
  changes: Partial<Pick<ListView, 'query' | 'sort' | 'direction' | 'filters' | 'page'>>,
): string {
  const next = { ...view, page: 1, ...changes };
  const params = new URLSearchParams();
  if (next.query) params.set('q', next.query);
  for (const [name, value] of Object.entries(next.filters)) if (value) params.set(name, value);
  params.set('sort', next.direction === 'descending' ? `-${next.sort}` : next.sort);
  if (next.page > 1) params.set('page', String(next.page));
  return `${next.path}?${params}`;
}

/** What a pager shows for `total` rows: "51 to 100 of 1,234 levels" and the addresses beside it. */
export function pagesOf(view: ListView, total: number, pageSize: number, noun: [one: string, many: string]) {
  const first = (view.page - 1) * pageSize + 1;
  const last = Math.min(total, view.page * pageSize);
  const all = formatCount(total, ...noun);
  return {
    text: total === 0 || first > total ? all : `${formatNumber(first)} to ${formatNumber(last)} of ${all}`,
    previousHref: view.page > 1 ? listHref(view, { page: view.page - 1 }) : undefined,
    nextHref: last < total ? listHref(view, { page: view.page + 1 }) : undefined,
  };
}

/** Where a click on the heading of column `sort` leads: sorted by it, the other way round if it already is. */
export function sortHref(view: ListView, sort: string): string {
  const isTurned = view.sort === sort && view.direction === 'ascending';
  return listHref(view, { sort, direction: isTurned ? 'descending' : 'ascending' });
}
