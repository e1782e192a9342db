'use client';
/** Where the parcel goes. Changing it submits the form at once; without JavaScript a button does. */
import { useRef } from 'react';

interface RegionSelectorProps {
  regions: { code: string; name: string }[];
  current: string;
  /** Server action that reads `region` from the form. */
  action: (form: FormData) => void | Promise<void>;
}

export function RegionSelector({ regions, current, action }: RegionSelectorProps) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <form ref={form} action={action} className="flex items-center gap-2">
      <label className="flex items-center gap-2">
        <span className="text-ink-soft max-sm:sr-only">Ship to</span>
        <select
          name="region"
          defaultValue={current}
          key={current}
          onChange={() => form.current?.requestSubmit()}
          className="select-arrow h-10 rounded-md bg-transparent pr-8 pl-1 font-medium hover:text-accent"
        >
          {regions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button type="submit" className="link">
          Change
        </button>
      </noscript>
    </form>
  );
}
