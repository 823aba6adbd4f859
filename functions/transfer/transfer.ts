import type { Address } from '../chain/address.ts';

/** One ERC20 transfer as the API reports it, parsed; texts are still as their creators wrote them. */
export interface Transfer {
  readonly token: Token;
  readonly from: Party;
  readonly to: Party;
  /** Amount in the token's smallest unit, 0 to 2^256-1. */
  readonly value: bigint;
  /** `0x` and 64 lower-case hex digits. */
  readonly transactionHash: string;
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
  readonly address: Address;
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
