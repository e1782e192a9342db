/**
 * The admin's table: columns as data, sort links from the list's view, and designed states for no rows, no matches and a
 * failed read. Sorting, filtering and paging happen in the database; this shows what came back.
 */
import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { SortableTh, Table, TableMessage, TableSkeleton, Td, Th, Tr } from '@/components/ui/table';
import { type ListView, listHref, sortHref } from './list-view';

export interface Column<Row> {
  /** Unique; the sort's name if `isSortable`. */
  key: string;
  heading: string;
  /** The heading stays for screen readers only. */
  isHeadingHidden?: boolean;
  cell: (row: Row) => ReactNode;
  isNumeric?: boolean;
  isSortable?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  view: ListView;
  /** What an untouched list without rows says, and how to get the first one. */
  empty: { title: string; text?: string; action?: ReactNode };
}

function Head<Row>({ columns, view }: { columns: Column<Row>[]; view: ListView }) {
  return (
    <thead>
      <tr>
        {columns.map(({ key, heading, isHeadingHidden, isNumeric, isSortable }) =>
          isSortable ? (
            <SortableTh
              key={key}
              label={heading}
              href={sortHref(view, key)}
              direction={view.sort === key ? view.direction : undefined}
              isNumeric={isNumeric}
            />
          ) : (
            <Th key={key} isNumeric={isNumeric}>
              {isHeadingHidden ? <span className="sr-only">{heading}</span> : heading}
            </Th>
          ),
        )}
      </tr>
    </thead>
  );
}

export function DataTable<Row>({ caption, columns, rows, keyOf, view, empty }: DataTableProps<Row>) {
  return (
    <Table caption={caption}>
      <Head columns={columns} view={view} />
      <tbody>
        {rows.map((row) => (
          <Tr key={keyOf(row)}>
            {columns.map(({ key, cell, isNumeric }) => (
              <Td key={key} isNumeric={isNumeric}>
                {cell(row)}
              </Td>
            ))}
          </Tr>
        ))}
        {rows.length === 0 && (
          <TableMessage columnCount={columns.length}>
            {view.isNarrowed || view.page > 1 ? (
              <EmptyState
                title="Nothing matches."
                action={
                  <ButtonLink tone="outline" size="sm" href={listHref(view, { query: '', filters: {} })}>
                    Clear search and filters
                  </ButtonLink>
                }
              />
            ) : (
              <EmptyState title={empty.title} action={empty.action}>
                {empty.text}
              </EmptyState>
            )}
          </TableMessage>
        )}
      </tbody>
    </Table>
  );
}

/** The same table while its rows are on their way, in the same height. */
export function DataTableSkeleton<Row>({
  caption,
  columns,
  view,
  rowCount = 10,
}: Pick<DataTableProps<Row>, 'caption' | 'columns' | 'view'> & { rowCount?: number }) {
  return (
    <Table caption={caption}>
      <Head columns={columns} view={view} />
      <tbody>
        <TableSkeleton columnCount={columns.length} rowCount={rowCount} />
      </tbody>
    </Table>
  );
}
