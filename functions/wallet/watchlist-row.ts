/** A Watchlist row as the user typed it: attribute values in any of DynamoDB's forms, numbers as their digits. */
export interface WatchlistRow {
  readonly wallet: string;
  readonly chain: string;
  readonly [attribute: string]: unknown;
}

/** The row can't be understood. `message` is a sentence for the person who typed it. */
export class RowUnreadable extends Error {
  override readonly name = 'RowUnreadable';
  /** The attribute at fault, by the contract's name. */
  readonly attribute: string;
  constructor(attribute: string, message: string) {
    super(message);
    this.attribute = attribute;
  }
}
