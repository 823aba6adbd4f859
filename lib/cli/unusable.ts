/** The command can't do its work: exit code 2. `message` is one sentence for the person who typed it. */
export class Unusable extends Error {
  override readonly name: string = 'Unusable';
}

/**
 * The work was done in part, or what it was asked about is not there: exit code 1. `message` is one sentence, or nothing
 * where all was said already.
 */
export class Unfinished extends Error {
  override readonly name: string = 'Unfinished';
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
