import { ether, type SimToken } from './sim-tokens.ts';

/** A transaction as the simulator knows it, wherever re-orgs put it. */
export interface SimTransaction {
  /** Of its block where no transaction shows what moved. */
  readonly hash: string;
  /** The name of the chain's own coin; null if no node is asked for it. */
  readonly sent: Sent | null;
  /** What the transaction changes besides balances. */
  readonly states: Statement | null;
  /** A log shows each movement of coin in it (EIP-7708), but for those to oneself. */
  readonly logsCoin: boolean;
  readonly transfers: readonly SimTransfer[];
  /** Epoch milliseconds of when it was first mined. */
  readonly minedAt: number;
  /** Where it stood and stands, oldest first; more than one may be visible while a re-org goes through the API. */
  readonly placements: Placement[];
}

/** A transaction as its block has it. */
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
  /** `all`: every piece of a collection; `erc721`: one of them; `permit2`: the Permit2 contract keeps it. */
  readonly of: 'erc20' | 'erc721' | 'all' | 'permit2';
  readonly tokenId: string | null;
  readonly token: SimToken;
  readonly owner: string;
  readonly spender: string;
  /** 0: nothing any more; 1: pieces. */
  readonly value: bigint;
  /** False: its contract writes the event and changes no state. */
  readonly isTrue: boolean;
}

/** A part of what controls a wallet becomes something else. */
export interface Control {
  readonly what: 'control';
  readonly owner: string;
  /** `delegation`: the contract whose code it runs; else one of the parts of a Safe (sim-safe.ts). */
  readonly part: string;
  readonly to: string | null;
  /** The contract writes no event of it. */
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
  /** The API's row of it has a block number far ahead of the chain until then; its index has the right one. */
  readonly numberWrongUntil: number;
  /** A payment to somebody who is imitated, or a transfer from or to an imitation. */
  readonly poisoning?: 'payee' | { readonly imitates: string };
}

/** The API shows it whole and soon. */
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

/** Above any block that Ethereum can have reached, and below 10^10, above which no number is read. */
const farAhead = 4_000_000_000;

/** A transfer where the API shows it. */
export interface ShownTransfer {
  readonly transfer: SimTransfer;
  readonly placement: Placement;
}

/** A transfer without its place, as an alert of it also has it. */
export function contentOf({ transaction, token, from, to, value, tokenId }: SimTransfer): string {
  const piece = tokenId === undefined ? [] : [tokenId];
  return [transaction().hash, token.address, from, to, value, ...piece].join('|');
}

/** Coin that a contract moved: only the change of a balance shows it. */
export function isUnseen({ sent, transfers }: SimTransaction): boolean {
  return sent === null && transfers[0]?.token === ether;
}

/** The block number that the API's row of it has. */
export function shownBlock({ transfer, placement }: ShownTransfer, time: number): number {
  const { block } = placement;
  return time < transfer.numberWrongUntil ? farAhead + block * 100 + transfer.place : block;
}

/** Where it stands on the final chain; null where it was dropped. */
export function standing({ placements }: SimTransaction): Placement | null {
  const last = placements.at(-1);
  return last === undefined || last.visibleTo !== Number.POSITIVE_INFINITY ? null : last;
}
