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

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
