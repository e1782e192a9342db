/** One command to Redis as it is sent: name, purpose, and its words or, for a script, its Lua with the values it is given. */
import { TextBlock } from './text-block';
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
    <TextBlock name={name} purpose={purpose} text={text}>
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
    </TextBlock>
  );
}
