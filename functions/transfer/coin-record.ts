/** One coin record of the API document, section 2.3. */
export interface CoinRecord {
  /** `<address>::<module>::<name>` */
  readonly coinType: string;
  /** Lower-case hex SHA-256 of the coin type, no `0x`. */
  readonly coinTypeHash: string;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  readonly creatorAddress: string | null;
  readonly supplyAggregatorTableHandle: string | null;
  readonly supplyAggregatorTableKey: string | null;
  readonly transactionCreatedTimestamp: string | null;
  /** Decimal digits. */
  readonly transactionVersionCreated: string | null;
}
