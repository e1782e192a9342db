/** One command to Redis as it is sent: name, purpose, and its words or, for a script, its Lua with the values it is given. */
import { CopyButton } from './copy-button';
import { ScrollFrame } from './ui/scroll-frame';

interface CommandBlockProps {
  name: string;
  purpose: string;
  text: string;
  scriptKeys?: readonly string[];
  scriptArguments?: readonly string[];
}

export function CommandBlock({ name, purpose, text, scriptKeys, scriptArguments = [] }: CommandBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border bg-surface">
      <figcaption className="flex items-start justify-between gap-4 border-b py-2.5 pr-2 pl-[1.125rem]">
        <div className="min-w-0 py-1">
          <p className="font-mono text-xs font-medium">{name}</p>
          <p className="mt-0.5 text-sm text-ink-soft">{purpose}</p>
        </div>
        <CopyButton text={text} />
      </figcaption>
      <ScrollFrame label={`Text of ${name}`} className="py-3">
        <pre className="w-max min-w-full px-[1.125rem] font-mono text-[0.8125rem] leading-[1.375rem]">
          <code>{text}</code>
        </pre>
      </ScrollFrame>
      {scriptKeys && (
        <p className="border-t px-[1.125rem] py-2.5 text-sm text-ink-soft">
          A script. Keys: {scriptKeys.join(', ')}. Arguments: {scriptArguments.join(', ')}.
        </p>
      )}
    </figure>
  );
}
