'use client';
/** A select one can type into, for lists too long to scroll. Inside a form it submits `name` = the option's value. */
import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import { useId } from 'react';

export interface ComboboxOption {
  value: string;
  label: string;
  /** Second line: where it is, how many are left. */
  detail?: string;
}

interface ComboboxProps {
  label: string;
  name?: string;
  options: ComboboxOption[];
  defaultValue?: string;
  placeholder?: string;
  emptyText?: string;
  onChange?: (value: string | null) => void;
}

export function Combobox({
  label,
  name,
  options,
  defaultValue,
  placeholder,
  emptyText = 'Nothing matches.',
  onChange,
}: ComboboxProps) {
  const id = useId();
  return (
    <BaseCombobox.Root
      items={options}
      name={name}
      defaultValue={options.find((option) => option.value === defaultValue)}
      onValueChange={(option) => onChange?.(option?.value ?? null)}
    >
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          {label}
        </label>
        <BaseCombobox.InputGroup className="relative">
          <BaseCombobox.Input
            id={id}
            placeholder={placeholder}
            className="h-10 w-full rounded-md border border-line-strong bg-surface pr-9 pl-3 text-[0.9375rem] placeholder:text-ink-faint hover:border-ink-faint"
          />
          <BaseCombobox.Trigger
            aria-label="Show options"
            className="absolute inset-y-0 right-0 grid w-9 place-items-center text-ink-faint"
          >
            <ChevronDown aria-hidden="true" className="size-4" />
          </BaseCombobox.Trigger>
        </BaseCombobox.InputGroup>
      </div>
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner sideOffset={4} className="z-40 outline-none">
          <BaseCombobox.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-md border bg-surface p-1 shadow-raised outline-none">
            <BaseCombobox.Empty>
              <p className="px-3 py-2 text-sm text-ink-faint">{emptyText}</p>
            </BaseCombobox.Empty>
            <BaseCombobox.List>
              {(option: ComboboxOption) => (
                <BaseCombobox.Item
                  key={option.value}
                  value={option}
                  className="flex cursor-default items-center gap-2 rounded-sm px-3 py-1.5 text-sm outline-none select-none data-highlighted:bg-sunken"
                >
                  <span className="min-w-0 flex-1">
                    {option.label}
                    {option.detail && <span className="block text-xs text-ink-faint">{option.detail}</span>}
                  </span>
                  <BaseCombobox.ItemIndicator>
                    <Check aria-hidden="true" className="size-4" />
                  </BaseCombobox.ItemIndicator>
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  );
}
