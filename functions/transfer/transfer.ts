import type { Address, TokenAddress } from '../chain/address.ts';

/** Units of a token, of the chain's own coin, or pieces of a collection. */
export type TransferKind = 'erc20' | 'native' | 'erc721' | 'erc1155';

/** One transfer as its source reports it, parsed; texts are still as their creators wrote them. */
export interface Transfer {
  readonly kind: TransferKind;
  readonly token: Token;
  /** Of a collection's piece, in decimal digits; null for other kinds. */
  readonly tokenId: string | null;
  /** Native coin that no transaction from or to the wallet shows. */
  readonly internal: boolean;
  readonly from: Party;
  readonly to: Party;
  /** Amount in the token's smallest unit, 0 to 2^256-1. */
  readonly value: bigint;
  /** `0x` and 64 lower-case hex digits; null where no transaction is known that moved it. */
  readonly transactionHash: string | null;
  /** Who sent that transaction, where a node says it. */
  readonly sentBy: Address | null;
  readonly transactionIndex: number | null;
  readonly logIndex: number | null;
  readonly blockNumber: number;
  /** Lower-case hex. It changes when a re-org moves the transfer to another block. */
  readonly blockHash: string | null;
  /** ISO 8601 UTC with milliseconds. */
  readonly blockTimestamp: string | null;
  /** The API's own spam flag; null where it says nothing. */
  readonly possibleSpam: boolean | null;
}

export interface Token {
  readonly address: TokenAddress;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  readonly logo: string | null;
  /** The API's `verified_collection`, later `verified_contract`; null where it says nothing. */
  readonly verified: boolean | null;
}

/** One side of a transfer; the address is null where the API leaves it out (a receiver, since 2024-07). */
export interface Party {
  readonly address: Address | null;
  readonly label: string | null;
}

export type Direction = 'in' | 'out' | 'self';

/** A transfer seen from the watched wallet, with what the coin record adds to its token. */
export interface DescribedTransfer extends Transfer {
  readonly direction: Direction;
  /** The record of the coin that stands for the token; null where there is none or nobody could say. */
  readonly coin: CoinRecord | null;
  /** What it was worth; null where no price is known. */
  readonly usd: Usd | null;
}

/**
 * The transfer's direction as the watched wallet sees it; null where it is on neither side, so that the transfer is
 * somebody else's. The API leaves out some receivers (since 2024-07): it lists transfers of the wallet alone, so a
 * missing receiver of another's payment is the wallet.
 */
export function directionFor(wallet: Address, transfer: Pick<Transfer, 'from' | 'to'>): Direction | null {
  const sent = transfer.from.address === wallet;
  const received = transfer.to.address === wallet || (transfer.to.address === null && !sent);
  if (sent && received) return 'self';
  if (sent) return 'out';
  return received ? 'in' : null;
}

/** What a transfer was worth in US dollars. */
export interface Usd {
  /** To the cent, a plain decimal. */
  readonly amount: string;
  /** Dollars a unit, a plain decimal. */
  readonly price: string;
  /** ISO time of the price. */
  readonly at: string;
  /** How sure the price service is, 0 to 1. */
  readonly confidence: number;
}

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
