/**
 * A list's view as it stands in the address: search text, filters, sort, page. Parsed from search params against what the
 * page allows (anything else is ignored), and turned back into addresses for sort links, pagers and "clear".
 */
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
  /** Opaque place in the list for keyset paging; absent on the first page. */
  cursor?: string;
  /** Search text or a filter is set, so that an empty list means "nothing matches" and not "nothing here". */
  isNarrowed: boolean;
}

function single(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
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
    cursor: single(params.cursor) || undefined,
    isNarrowed: query !== '' || set.length > 0,
  };
}

/** The address of `view` with `changes`. Changing anything but the place goes back to the first page. */
export function listHref(
  view: ListView,
  changes: Partial<Pick<ListView, 'query' | 'sort' | 'direction' | 'filters' | 'cursor'>>,
): string {
  const next = { ...view, cursor: undefined, ...changes };
  const params = new URLSearchParams();
  if (next.query) params.set('q', next.query);
  for (const [name, value] of Object.entries(next.filters)) if (value) params.set(name, value);
  params.set('sort', next.direction === 'descending' ? `-${next.sort}` : next.sort);
  if (next.cursor) params.set('cursor', next.cursor);
  return `${next.path}?${params}`;
}

/** Where a click on the heading of column `sort` leads: sorted by it, the other way round if it already is. */
export function sortHref(view: ListView, sort: string): string {
  const isTurned = view.sort === sort && view.direction === 'ascending';
  return listHref(view, { sort, direction: isTurned ? 'descending' : 'ascending' });
}
