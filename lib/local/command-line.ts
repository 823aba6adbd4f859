import { parseArgs } from 'node:util';

/** An option can't be used; `message` is a sentence for the person who typed it. */
export class OptionUnusable extends Error {
  override readonly name = 'OptionUnusable';
}

const options = {
  chain: { type: 'string' },
  every: { type: 'string' },
  data: { type: 'string' },
  port: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** What an option takes, with an example. */
const takes = {
  chain: 'the name of a chain: --chain polygon',
  every: 'a time between two polls: --every 15s',
  data: 'the name of a directory: --data ./chainbell-data',
  port: 'a port, 0 to 65535: --port 4780',
} as const;

/**
 * Splits the command line. Node's own parser is not strict here: what it says of a mistake is for programmers.
 * @throws OptionUnusable for an option that there is not, one without its value, or a value that is not taken
 */
export function parseCommandLine(argv: readonly string[]) {
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options,
  });
  for (const token of tokens) {
    if (token.kind === 'option') checkOption(token);
  }
  const text = (name: keyof typeof takes) => {
    const value = values[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    wallets: positionals,
    chain: text('chain'),
    every: text('every'),
    data: text('data'),
    port: text('port'),
    json: values.json === true,
    help: values.help === true,
  };
}

interface Typed {
  readonly name: string;
  /** With its dashes. */
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkOption({ name, rawName, value, inlineValue }: Typed): void {
  if (!Object.hasOwn(options, name)) {
    throw new OptionUnusable(`${rawName} is no option; npm start -- --help lists them.`);
  }
  if (!isTaking(name)) {
    if (value !== undefined) throw new OptionUnusable(`${rawName} stands alone, without a value.`);
    return;
  }
  // The next option is no value.
  const missing = !value || (inlineValue === false && value.startsWith('-'));
  if (missing) throw new OptionUnusable(`${rawName} takes ${takes[name]}`);
}

function isTaking(name: string): name is keyof typeof takes {
  return Object.hasOwn(takes, name);
}
