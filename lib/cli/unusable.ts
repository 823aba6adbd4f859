/** The command can't do its work; `message` is one sentence for the person who typed it. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}
