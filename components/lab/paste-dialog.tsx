'use client';
/** The scenario for mysql clients of one's own: blocks to be pasted one after the other. */
import { CopyButton } from '@/components/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { ScrollFrame } from '@/components/ui/scroll-frame';
import type { PasteBlock } from '@/lab/index';

export function PasteDialog({ blocks, text }: { blocks: readonly PasteBlock[]; text: string }) {
  return (
    <Dialog
      triggerLabel="Copy as SQL"
      triggerSize="sm"
      triggerTone="quiet"
      title="In mysql clients of your own"
      description="Open a client for each session on the same server. Paste block after block, each into the client that it names, and watch where they wait."
    >
      <CopyButton text={text} label="Copy all of it" />
      <ol className="mt-4 space-y-3">
        {blocks.map(({ title, sql }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the list
          <li key={place} className="rounded-md border">
            <div className="flex items-center justify-between gap-2 border-b px-3 py-1">
              <span className="text-xs font-medium">
                {place + 1}. {title}
              </span>
              <CopyButton text={`${sql}\n`} />
            </div>
            <ScrollFrame label={title} className="max-h-40 overflow-y-auto px-3 py-2">
              <pre className="font-mono text-2xs text-ink-soft">{sql}</pre>
            </ScrollFrame>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
