/** The figures behind a chart: to read, and to copy as CSV into a spreadsheet. */
import type { ChartProps } from './chart';
import { CopyButton } from './copy-button';
import { formatNumber } from './format';
import { Table, Td, Th } from './ui/table';

function heading({ label, unit }: { label: string; unit: string }): string {
  return unit ? `${label} (${unit})` : label;
}

function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  return formatNumber(value, Number.isInteger(value) ? 0 : value < 10 ? 2 : 1);
}

function csv({ x, y, series }: ChartProps): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const head = [heading(x), ...series.map(({ label }) => heading({ label, unit: y.unit }))]
    .map(cell)
    .join(',');
  const rows = x.values.map((at, row) => [at, ...series.map(({ values }) => values[row] ?? '')].join(','));
  return [head, ...rows].join('\n');
}

export function ChartTable(props: ChartProps) {
  const { title, x, y, series } = props;
  return (
    <div className="flex h-full flex-col">
      <Table caption={title} className="min-h-0 flex-1 overflow-y-auto border-y">
        <thead className="sticky top-0 bg-surface">
          <tr>
            <Th isNumeric>{heading(x)}</Th>
            {series.map(({ label }) => (
              <Th key={label} isNumeric>
                {heading({ label, unit: y.unit })}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {x.values.map((at, row) => (
            <tr key={at}>
              <Td isNumeric className="h-7 py-1">
                {figure(at)}
              </Td>
              {series.map(({ label, values }) => (
                <Td key={label} isNumeric className="h-7 py-1">
                  {figure(values[row])}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <div className="pt-1 text-right">
        <CopyButton text={csv(props)} label="Copy as CSV" />
      </div>
    </div>
  );
}
