/** Search and filters above a table: one GET form, so that every view has an address and works without JavaScript. */
import { Button, ButtonLink } from '@/components/ui/button';
import { SelectField, TextField } from '@/components/ui/field';
import { type ListView, listHref } from './list-view';

export interface FilterChoice {
  name: string;
  label: string;
  options: { value: string; label: string }[];
}

interface FilterBarProps {
  view: ListView;
  /** Absent where only filters narrow the list. */
  searchLabel?: string;
  filters?: FilterChoice[];
}

export function FilterBar({ view, searchLabel, filters = [] }: FilterBarProps) {
  return (
    <search>
      <form action={view.path} key={listHref(view, {})} className="flex flex-wrap items-end gap-x-3 gap-y-3">
        {searchLabel && (
          <div className="w-full min-[28rem]:w-64">
            <TextField type="search" name="q" label={searchLabel} defaultValue={view.query} maxLength={100} />
          </div>
        )}
        {filters.map(({ name, label, options }) => (
          <div key={name} className="min-w-36">
            <SelectField name={name} label={label} defaultValue={view.filters[name] ?? ''}>
              <option value="">All</option>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </SelectField>
          </div>
        ))}
        <input
          type="hidden"
          name="sort"
          value={view.direction === 'descending' ? `-${view.sort}` : view.sort}
        />
        <Button type="submit" tone="outline">
          Show
        </Button>
        {view.isNarrowed && (
          <ButtonLink tone="quiet" href={listHref(view, { query: '', filters: {} })}>
            Clear
          </ButtonLink>
        )}
      </form>
    </search>
  );
}
