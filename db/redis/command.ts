/** A command to Redis as the project keeps it: a name, a purpose, and the text that is both shown and sent. */

export interface RedisCommand {
  /** `part.what_it_does`, as for statements. */
  readonly name: string;
  readonly purpose: string;
  /** The words of the command, `:name` where a value goes; or, for a script, its Lua. */
  readonly text: string;
  /** The keys of a script, by the names of their values; a plain command has none. */
  readonly scriptKeys?: readonly string[];
  /** The further arguments of a script, by the names of their values. */
  readonly scriptArguments?: readonly string[];
}

/** A list stands for as many words: keys or arguments of a script, one a line of a cart. */
export type RedisValues = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** The words that are sent. Throws a RangeError when a value is missing. */
export function wordsOf(command: RedisCommand, values: RedisValues): string[] {
  const boundValue = (name: string): string[] => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`${command.name} needs a value for :${name}.`);
    return (Array.isArray(value) ? value : [value]).map(String);
  };
  if (command.scriptKeys) {
    const keys = command.scriptKeys.flatMap(boundValue);
    const more = (command.scriptArguments ?? []).flatMap(boundValue);
    return ['EVAL', command.text, String(keys.length), ...keys, ...more];
  }
  return command.text.split(' ').flatMap((word) => (word.startsWith(':') ? boundValue(word.slice(1)) : word));
}
