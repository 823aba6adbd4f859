import { parseArgs } from 'node:util';
import { Unusable } from './unusable.ts';

/** By option: what it takes, with an example; null for one that stands alone. */
type OptionTable = Readonly<Record<string, string | null>>;

type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends null ? boolean : string | null;
};

/**
 * Splits a command line. Node's own parser is not strict here: what it says of a mistake is for programmers.
 * @param helpCommand what lists the options
 * @throws Unusable for an option that there is not, one without its value, or a value that is not taken
 */
export function parseOptions<const Table extends OptionTable>(
  argv: readonly string[],
  table: Table,
  helpCommand: string,
): { readonly values: OptionValues<Table> & { readonly help: boolean }; readonly positionals: string[] } {
  const known = new Map<string, string | null>([...Object.entries(table), ['help', null]]);
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: {
      ...Object.fromEntries(
        [...known].map(([name, takes]) => [name, { type: takes ? 'string' : 'boolean' }]),
      ),
      help: { type: 'boolean', short: 'h' },
    },
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const takes = known.get(name);
    if (takes === undefined) throw new Unusable(`${rawName} is no option; ${helpCommand} lists them.`);
    if (takes === null && value !== undefined)
      throw new Unusable(`${rawName} stands alone, without a value.`);
    // The next option is no value.
    const missing = !value || (inlineValue === false && value.startsWith('-'));
    if (takes !== null && missing) throw new Unusable(`${rawName} takes ${takes}`);
  }
  const read = [...known].map(([name, takes]) => [name, values[name] ?? (takes === null ? false : null)]);
  return { values: Object.fromEntries(read), positionals };
}

/**
 * Reads one value.
 * @param option null: the value's own words say enough
 * @throws Unusable with the first line of what its reader throws, behind the option's name
 */
export function readOption<Value>(option: string | null, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new Unusable(option === null ? reason : `${option}: ${reason}`, { cause: error });
  }
}
