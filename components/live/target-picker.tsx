'use client';
/** Chooses what is looked at: a shop as it is now, or the tables of a run. The choice is part of the address. */
import { useRouter } from 'next/navigation';
import { SelectField } from '@/components/ui/field';
import type { TargetLists } from '@/db/panel/targets';

interface TargetPickerProps extends TargetLists {
  /** `shop=1` or `shop=1&run=12`. */
  query: string;
}

export function TargetPicker({ shops, runs, query }: TargetPickerProps) {
  const router = useRouter();
  return (
    <SelectField
      label="Looking at"
      isLabelHidden
      className="min-w-56"
      value={query}
      onChange={(event) => router.replace(`/live?${event.currentTarget.value}`, { scroll: false })}
    >
      <optgroup label="Live">
        {shops.map(({ shopId, name }) => (
          <option key={shopId} value={`shop=${shopId}`}>
            {name}, live
          </option>
        ))}
      </optgroup>
      {runs.length > 0 && (
        <optgroup label="Runs">
          {runs.map(({ runId, strategy, state }) => (
            <option key={runId} value={`shop=1&run=${runId}`}>
              Run {runId}: {strategy}, {state}
            </option>
          ))}
        </optgroup>
      )}
    </SelectField>
  );
}
