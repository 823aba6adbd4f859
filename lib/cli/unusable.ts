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
