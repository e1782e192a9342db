'use client';
/** Views of the same thing, one at a time; arrow keys move between them. */
import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab {
  value: string;
  label: ReactNode;
  panel: ReactNode;
}

interface TabsProps {
  /** Names the set for screen readers. */
  label: string;
  tabs: Tab[];
  defaultValue?: string;
}

export function Tabs({ label, tabs, defaultValue = tabs[0]?.value }: TabsProps) {
  return (
    <BaseTabs.Root defaultValue={defaultValue}>
      <BaseTabs.List aria-label={label} className="relative flex gap-6 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="-outline-offset-2 h-10 text-sm whitespace-nowrap text-ink-soft hover:text-ink data-active:font-medium data-active:text-ink"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-ink transition-[translate,width] duration-150" />
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="pt-5">
          {tab.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
