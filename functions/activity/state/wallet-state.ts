import * as z from 'zod';
import type { Address, TokenAddress } from '../../chain/address.ts';
import type { BlockNumber } from '../../chain/units.ts';
import { isoTime } from '../../node/blocks.ts';
import type { EventLog } from '../../node/event-log.ts';
import type { BalanceEvent, ControlChange, ControlEvent, NodeEvent } from '../../node/node-event.ts';
import { compareAmount } from '../../transfer/amount.ts';
import type { Token } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { ContractNews } from './look-at-contracts.ts';
import { contractState, storedAddress } from './safe-state.ts';

/** A wallet's state at the previous look. A wallet without an item runs no other code and is below no floor. */
export const stateItem = z.object({
  wallet: z.custom<Address>(),
  stamp: z.string(),
  /** The block of the last change. It is always above the previous `since`, so that each change has its own key. */
  since: z.coerce.number(),
  /** The contract whose code the account runs (EIP-7702); null: none; absent: no look has asked yet. */
  delegate: storedAddress.nullable().optional(),
  /** Null: the account has no code, or does not answer as a Safe. */
  contract: contractState.nullable(),
  /** Tokens below the row's floor (null: the chain's own coin), each with the key of its event. */
  low: z.array(z.object({ token: storedAddress.nullable(), key: z.string() })),
  /** Events of the last change, as JSON, for polls: the look may have died before it left them. */
  owed: z.array(z.string()).default([]),
  /** Epoch seconds, once no row watches the wallet; otherwise null. */
  expiresAt: z.coerce.number().nullable(),
});
export type WalletState = z.infer<typeof stateItem>;

export interface ReadBalance {
  readonly token: Token;
  /** In base units. */
  readonly value: bigint;
}

type LogPlace = Pick<EventLog, 'blockNumber' | 'transactionHash' | 'minedAt'>;

/** Unreadable parts are left out, and count as unchanged. */
interface WalletLook {
  readonly block: BlockNumber;
  /** Whether no earlier look asked for the delegation: this look then reports no change of it. */
  readonly isFirst: boolean;
  readonly delegate: Address | null | undefined;
  readonly authorization: LogPlace | undefined;
  /** Undefined: the contract has not changed. */
  readonly contract: ContractNews | undefined;
  readonly balances: ReadonlyMap<TokenAddress, ReadBalance>;
}

const neverLooked: Omit<WalletState, 'wallet' | 'stamp'> = {
  since: 0,
  contract: null,
  low: [],
  owed: [],
  expiresAt: null,
};

/** Returns the events, and the new state: null if it has not changed. */
export function compareState(
  watch: Pick<Watch, 'wallet' | 'minBalance' | 'paused'>,
  before: WalletState | undefined,
  look: WalletLook,
  stamp: string,
): { readonly events: readonly NodeEvent[]; readonly state: WalletState | null } {
  const was = before ?? { ...neverLooked, ...(!look.isFirst && { delegate: null }) };
  // After a re-org a look may have an earlier look's block, but its changes are reported after the earlier changes.
  const block = Math.max(look.block, was.since + 1);
  const delegate = look.delegate === undefined ? was.delegate : look.delegate;
  const isMoved = (delegate ?? null) !== (was.delegate ?? null);
  const isNews = isMoved && was.delegate !== undefined;
  const delegation = { what: 'delegation', before: was.delegate ?? null, after: delegate ?? null } as const;
  const control = [
    ...(isNews ? [[delegation, look.authorization] as const] : []),
    ...(look.contract?.changes ?? []),
  ];
  const fallen = Array.from(watch.minBalance).flatMap(([token, minimum]) => {
    const fell = was.low.find((one) => one.token === token)?.key ?? null;
    const read = look.balances.get(token);
    const isLow = (read && isBelow(read, minimum)) ?? fell !== null;
    const isSame = read === undefined || isLow === (fell !== null);
    const event = isSame ? null : balanceEvent(read, fell, minimum, was.since, block);
    return [{ low: isLow ? [{ token, key: fell ?? event?.key ?? '' }] : [], event }];
  });
  const low = watch.paused ? was.low : fallen.flatMap((one) => one.low);
  const events = [
    ...control.map(([change, place]) => controlEvent(change, place, was.since, block)),
    ...fallen.flatMap(({ event }) => event ?? []),
  ];
  const isSame =
    (before === undefined ? !isMoved : before.delegate === delegate) &&
    look.contract === undefined &&
    low.length === was.low.length &&
    low.every(({ key }) => was.low.some((one) => one.key === key));
  if (isSame && was.expiresAt === null) return { events, state: null };
  const since = isSame ? was.since : block;
  const contract = look.contract?.state ?? was.contract;
  const owed = events.map((event) => JSON.stringify(event));
  const state = { wallet: watch.wallet, stamp, since, delegate, contract, low, owed, expiresAt: null };
  return { events, state };
}

/** Undefined if it depends on decimals that nobody knows. */
function isBelow({ token, value }: ReadBalance, minimum: string): boolean | undefined {
  if (token.decimals === null && value > 0n) return undefined;
  return compareAmount(value, token.decimals ?? 0, minimum) < 0;
}

function controlEvent(
  change: ControlChange,
  place: LogPlace | undefined,
  since: number,
  block: BlockNumber,
): ControlEvent {
  const { what, before, after } = change;
  // After a re-org a block may be read again: the log of an earlier change is not the cause of this one.
  const cause = place !== undefined && place.blockNumber > since ? place : null;
  const { blockNumber = block, transactionHash = null, minedAt = null } = cause ?? {};
  return {
    kind: 'control',
    key: `${what} ${after ?? before} ${since}`,
    ...change,
    blockNumber,
    blockTimestamp: isoTime(minedAt),
    transactionHash,
    scannedTo: block,
  };
}

/** @param fell if the balance is back, the key of its fall; null: it falls now */
function balanceEvent(
  { token, value }: ReadBalance,
  fell: string | null,
  minimum: string,
  since: number,
  block: BlockNumber,
): BalanceEvent {
  const key = `${token.address ?? 'native'} ${since}`;
  const at = { blockNumber: block, blockTimestamp: null, transactionHash: null, scannedTo: block };
  return { kind: 'balance', key, fell, token, value: value.toString(), minimum, ...at };
}
