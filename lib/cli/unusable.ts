import type { CommanderError, CommandUnknownOpts } from '@commander-js/extra-typings';

/** Exit code 2: the command can't do its work. `message` is one sentence for its user. */
export class Unusable extends Error {
  override readonly name: string = 'Unusable';
}

/** Exit code 1: done in part, or the named thing is missing. `message` is one sentence, or empty if all was said. */
export class Unfinished extends Error {
  override readonly name: string = 'Unfinished';
}

/**
 * @param option begins the message; null: the value's own words suffice
 * @throws Unusable with the first line of what `read` throws
 */
export function readOption<Value>(option: string | null, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const [reason = ''] = messageOf(error).split('\n');
    throw new Unusable(option === null ? reason : `${option}: ${reason}`, { cause: error });
  }
}

/** Commander's message without the option's value, which may be a secret. */
export function mistakeIn({ message }: CommanderError): string {
  const said = message
    .replace(/^error: /, '')
    .replace(/('-[\w-]+)=[^']*/, '$1')
    .replace(/\n?\(Did you mean (.*)\?\)$/s, ' (did you mean $1?)')
    .replaceAll(/\s+/g, ' ')
    .replace(/\.$/, '');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}

/** Commander takes the last value. @throws Unusable as soon as an option gets a second one */
export function refuseTwice(command: CommandUnknownOpts): void {
  const given = new Set<unknown>();
  for (const one of command.options.filter(({ variadic, flags }) => !variadic && /[<[]/.test(flags)))
    command.on(`option:${one.name()}`, () => {
      if (given.size === given.add(one).size)
        throw new Unusable(`${one.long} is given twice: once is enough.`);
    });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
