/** A transfer as the API writes it; fields beyond these vary over the years. */
export interface WireTransfer {
  readonly transaction_hash: string;
  /** The token. */
  readonly address: string;
  readonly from_address: string;
  readonly to_address: string;
  readonly value: string;
  readonly block_number: string;
  readonly block_timestamp: string;
  readonly block_hash: string;
  readonly transaction_index: number;
  readonly log_index: number;
  readonly [field: string]: unknown;
}

/** A transfer of the simulated chains. */
export interface SimulatedTransfer {
  readonly chainId: string;
  /** Epoch milliseconds from which on the API knows it. */
  readonly knownAt: number;
  readonly row: WireTransfer;
}
