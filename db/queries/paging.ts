/** A page of a list: which rows, and how many there are in all. */
export interface PageRequest {
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

export const offsetOf = ({ page, pageSize }: PageRequest) => (page - 1) * pageSize;

/** Text as a pattern that matches wherever it occurs; its own wildcards stand for themselves. */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
