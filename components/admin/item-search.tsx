'use client';
/** A field for a SKU that looks items up on the server while one types; what is typed counts, found or not. */
import { Autocomplete } from '@base-ui/react/autocomplete';
import { type ReactNode, useRef, useState } from 'react';
import { TextField } from '@/components/ui/field';
import { useAnswer } from './action-form';

export interface FoundItem {
  sku: string;
  title: string;
}

interface ItemSearchProps {
  /** Answers `?q=` with the items that match. */
  source: string;
  name: string;
  label: ReactNode;
  defaultValue?: string;
}

export function ItemSearch({ source, name, label, defaultValue = '' }: ItemSearchProps) {
  const { fields } = useAnswer();
  const [text, setText] = useState(defaultValue);
  const [found, setFound] = useState<FoundItem[]>([]);
  const [isFailing, setFailing] = useState(false);
  const asking = useRef<AbortController>(null);

  async function search(value: string): Promise<void> {
    setText(value);
    asking.current?.abort();
    const question = new AbortController();
    asking.current = question;
    try {
      const query = new URLSearchParams({ q: value });
      const response = await fetch(`${source}?${query}`, { signal: question.signal });
      setFailing(!response.ok);
      setFound(response.ok ? await response.json() : []);
    } catch (error) {
      // Ended by the next letter; anything else is said below the field.
      if (question.signal.aborted) return;
      setFailing(true);
      console.warn(error);
    }
  }

  return (
    <Autocomplete.Root
      items={found}
      mode="none"
      value={text}
      onValueChange={(value) => void search(value)}
      itemToStringValue={(item: FoundItem) => item.sku}
    >
      <Autocomplete.Input
        name={name}
        maxLength={60}
        autoComplete="off"
        className="h-10 font-mono text-sm"
        render={
          <TextField
            label={label}
            error={fields?.[name]}
            hint={isFailing ? 'The search doesn’t answer; type the whole SKU.' : undefined}
          />
        }
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} className="z-60 outline-none data-empty:hidden">
          <Autocomplete.Popup className="max-h-[min(20rem,var(--available-height))] w-max max-w-(--available-width) min-w-(--anchor-width) overflow-y-auto rounded-md border bg-surface p-1 shadow-raised outline-none">
            <Autocomplete.List>
              {(item: FoundItem) => (
                <Autocomplete.Item
                  key={item.sku}
                  value={item}
                  className="cursor-default rounded-sm px-3 py-1.5 text-sm outline-none select-none data-highlighted:bg-sunken"
                >
                  <span className="font-mono">{item.sku}</span>
                  <span className="block text-xs text-ink-soft">{item.title}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
