import { ether, type SimToken } from './sim-tokens.ts';

/** A transaction as the simulator knows it, wherever re-orgs put it. */
export interface SimTransaction {
  /** The block's hash if no transaction shows what moved. */
  readonly hash: string;
  /** The name of the chain's own coin; null if no node is asked for it. */
  readonly sent: Sent | null;
  /** What the transaction changes besides balances. */
  readonly states: Statement | null;
  /** Each movement of coin in it writes a log (EIP-7708), except transfers to oneself. */
  readonly logsCoin: boolean;
  readonly transfers: readonly SimTransfer[];
  /** Epoch milliseconds of when it was first mined. */
  readonly minedAt: number;
  /** Its places in blocks, oldest first; while a re-org reaches the API, more than one may be visible. */
  readonly placements: Placement[];
}

/** A transaction as a node returns it in a block. */
export interface Sent {
  readonly from: string;
  readonly to: string;
  /** In wei. */
  readonly value: bigint;
  readonly failed: boolean;
}

/** A call of a contract, which carries no coin. */
export const callOf = (from: string, to: string): Sent => ({ from, to, value: 0n, failed: false });

/** Who may spend something of a wallet, or who may move all of it. */
export type Statement = Approval | Control;

export interface Approval {
  readonly what: 'approval';
  /** `all`: every piece of a collection; `erc721`: one piece; `permit2`: an allowance kept by the Permit2 contract. */
  readonly of: 'erc20' | 'erc721' | 'all' | 'permit2';
  readonly tokenId: string | null;
  readonly token: SimToken;
  readonly owner: string;
  readonly spender: string;
  /** 0 if revoked; 1 for pieces. */
  readonly value: bigint;
  /** False: the contract writes the event but changes no state. */
  readonly isTrue: boolean;
}

/** A part of a wallet's control gets another value. */
export interface Control {
  readonly what: 'control';
  readonly owner: string;
  /** `delegation`: the contract whose code it runs; otherwise a part of a Safe (sim-safe.ts). */
  readonly part: string;
  readonly to: string | null;
  /** The contract writes no event for it. */
  readonly isSilent: boolean;
}

export interface SimTransfer {
  readonly transaction: () => SimTransaction;
  readonly token: SimToken;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  /** Its place in the transaction. */
  readonly place: number;
  /** Of a collection's piece. */
  readonly tokenId?: string;
  /** The API leaves the receiver out. */
  readonly receiverHidden: boolean;
  /** The API's row of it can't be read before then. */
  readonly unreadableUntil: number;
  /** Until then the API's row has a block number far ahead of the chain. The API's index has the right number. */
  readonly numberWrongUntil: number;
  /** A payment to an address that is imitated, or a transfer from or to an imitation. */
  readonly poisoning?: 'payee' | { readonly imitates: string };
}

/** The API shows it complete and soon. */
export const wellShown = { receiverHidden: false, unreadableUntil: 0, numberWrongUntil: 0 };

export interface Placement {
  readonly block: number;
  readonly blockHash: string;
  /** Epoch milliseconds. */
  readonly timestamp: number;
  readonly index: number;
  readonly firstLog: number;
  /** When the API shows it, epoch milliseconds. */
  readonly visibleFrom: number;
  visibleTo: number;
}

/** Above any block that Ethereum can have reached, and below 10^10, the largest number that is read. */
const farAhead = 4_000_000_000;

/** A transfer at a place where the API shows it. */
export interface ShownTransfer {
  readonly transfer: SimTransfer;
  readonly placement: Placement;
}

/** A transfer without its place; its alerts give the same text. */
export function contentOf({ transaction, token, from, to, value, tokenId }: SimTransfer): string {
  const piece = tokenId === undefined ? [] : [tokenId];
  return [transaction().hash, token.address, from, to, value, ...piece].join('|');
}

/** Coin that a contract moved: only a change of balance shows it. */
export function isUnseen({ sent, transfers }: SimTransaction): boolean {
  return sent === null && transfers[0]?.token === ether;
}

/** The block number in the API's row of it. */
export function shownBlock({ transfer, placement }: ShownTransfer, time: number): number {
  const { block } = placement;
  return time < transfer.numberWrongUntil ? farAhead + block * 100 + transfer.place : block;
}

/** Its place on the final chain; null if it was dropped. */
export function standing({ placements }: SimTransaction): Placement | null {
  const last = placements.at(-1);
  return last === undefined || last.visibleTo !== Number.POSITIVE_INFINITY ? null : last;
}
