'use client';
/** A button that opens a list of acts or links. Links are real links; a group is set off by a line. */
import { Menu as BaseMenu } from '@base-ui/react/menu';
import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import Link from 'next/link';
import { Fragment, type ReactNode } from 'react';
import { type ButtonSize, type ButtonTone, buttonClass } from './button';

export interface MenuEntry {
  label: string;
  href?: string;
  onSelect?: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
}

interface MenuProps {
  label: ReactNode;
  /** Entries by group. */
  groups: MenuEntry[][];
  tone?: ButtonTone;
  size?: ButtonSize;
}

function itemClass(isDanger = false) {
  return clsx(
    'flex w-full cursor-default items-center rounded-sm px-3 py-1.5 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-sunken',
    isDanger && 'text-danger',
  );
}

export function Menu({ label, groups, tone = 'outline', size = 'sm' }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger className={buttonClass({ tone, size })}>
        {label}
        <ChevronDown aria-hidden="true" className="-mr-1 size-4 text-ink-faint" />
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align="end" className="z-40 outline-none">
          <BaseMenu.Popup className="min-w-44 rounded-md border bg-surface p-1 shadow-raised outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {groups.map((entries, group) => (
              <Fragment key={entries[0]?.label}>
                {group > 0 && <BaseMenu.Separator className="my-1 h-px bg-line" />}
                {entries.map(({ label: text, href, onSelect, isDanger, isDisabled }) =>
                  href ? (
                    <BaseMenu.LinkItem
                      key={text}
                      className={itemClass(isDanger)}
                      render={<Link href={href} />}
                    >
                      {text}
                    </BaseMenu.LinkItem>
                  ) : (
                    <BaseMenu.Item
                      key={text}
                      className={itemClass(isDanger)}
                      disabled={isDisabled}
                      onClick={onSelect}
                    >
                      {text}
                    </BaseMenu.Item>
                  ),
                )}
              </Fragment>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
