import type { Address } from '../chain/address.ts';
import type { BlockNumber, IsoTime, TransactionHash } from '../chain/units.ts';
import type { Token } from '../transfer/transfer.ts';

/** News other than transfers, left by a scan for the wallet's polls as JSON. Values are decimal strings in base units. */
export type NodeEvent = ApprovalEvent | BalanceEvent | ControlEvent;

interface EventBase {
  /** Identifies the event in every scan: the alert's id is made of it. */
  readonly key: string;
  /** The event's block; of a state, the block after which it was read, always above that of the previous change. */
  readonly blockNumber: BlockNumber;
  readonly blockTimestamp: IsoTime | null;
  readonly transactionHash: TransactionHash | null;
  /** The last block of the scan that found it. */
  readonly scannedTo: BlockNumber;
}

export interface BalanceEvent extends EventBase {
  readonly kind: 'balance';
  /** The key of the fall's event if the balance is back; null: it fell. */
  readonly fell: string | null;
  readonly token: Token;
  readonly value: string;
  /** The floor in token units. */
  readonly minimum: string;
}

/** Who can move a wallet's money: `delegation`, whose code an account runs (EIP-7702); the others are of a Safe. */
export const controls = [
  'delegation',
  'owner-added',
  'owner-removed',
  'threshold',
  'module-enabled',
  'module-disabled',
  'guard',
  'fallback-handler',
  'implementation',
] as const;

export interface ControlChange {
  readonly what: (typeof controls)[number];
  /** An address, or the threshold as a decimal number; null: none. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface ControlEvent extends EventBase, ControlChange {
  readonly kind: 'control';
}

/** The approval in the chain's state after the event. */
export interface ApprovalEvent extends EventBase {
  readonly kind: 'approval';
  /** `all`: every NFT of a collection; `permit2`: an allowance kept by the Permit2 contract. */
  readonly of: 'erc20' | 'erc721' | 'all' | 'permit2';
  readonly isGranted: boolean;
  readonly token: Token;
  readonly spender: Address | null;
  /** Null for NFTs. */
  readonly value: string | null;
  readonly unlimited: boolean;
  readonly tokenId: string | null;
  /** Null: it does not end. */
  readonly expires: IsoTime | null;
  /** Whether the wallet sent the transaction; null: unknown, which it may be only for surely real tokens and Permit2. */
  readonly sentByWallet: boolean | null;
}
