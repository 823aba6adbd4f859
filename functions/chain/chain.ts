/** A chain as Chainbell works with it. */
export interface Chain {
  /** The API's name for it, or its hex id where it has none: what rows and alerts carry. */
  readonly name: string;
  /** Chain id in lower-case hex without leading zeros, `0x1`. */
  readonly id: string;
  /** Address of a transaction's page without the hash, or null where no explorer is known. */
  readonly explorer: string | null;
  /** How many blocks are read again at each poll: a few minutes' worth, for late indexing and re-orgs. */
  readonly rescanBlocks: number;
}
