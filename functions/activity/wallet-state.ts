import * as z from 'zod';
import { type Address, parseAddress, type TokenAddress } from '../chain/address.ts';
import type { EventLog } from '../node/event-log.ts';
import type { BalanceEvent, ControlChange, ControlEvent, NodeEvent } from '../node/node-event.ts';
import { compareAmount } from '../transfer/amount.ts';
import type { Token } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { ContractNews } from './look-at-contracts.ts';
import { contractState } from './safe-state.ts';

const address = z.string().transform((text) => parseAddress(text));

export const stateItem = z.object({
  stamp: z.string(),
  /** The block at which it became so. It tells one fall of a balance from the next. */
  since: z.coerce.number(),
  /** The contract whose code the account runs (EIP-7702); null: none. */
  delegate: address.nullable(),
  /** Null: the account is no contract, or answers nothing that a Safe does. */
  contract: contractState.nullable(),
  /** Tokens of which the wallet has less than its row's floor (null: the chain's own coin), and the key of the event that said so. */
  low: z.array(z.object({ token: address.nullable(), key: z.string() })),
  /** Epoch seconds, once nobody watches the wallet any more; null: somebody does. */
  expiresAt: z.coerce.number().nullable(),
});

/** What a look at the chain's state found of a wallet. A wallet that has no item runs no other code and is below no floor. */
export interface WalletState extends z.infer<typeof stateItem> {
  readonly wallet: Address;
}

/** A balance that a look has read. */
export interface ReadBalance {
  readonly token: Token;
  /** In base units. */
  readonly value: bigint;
}

/** What a look has read of one wallet. What it could not read is left out, and counts as unchanged. */
export interface WalletLook {
  readonly block: number;
  /** Nobody has looked at this wallet before: a delegation that it has by now is none of today. */
  readonly isFirst: boolean;
  readonly delegate: Address | null | undefined;
  /** Undefined: it is as it was. */
  readonly contract: ContractNews | undefined;
  readonly balances: ReadonlyMap<TokenAddress, ReadBalance>;
}

/** What follows from a look: news, and the state to keep; null: it is as it was. */
export interface WalletNews {
  readonly events: readonly NodeEvent[];
  readonly state: WalletState | null;
}

const neverLooked: Omit<WalletState, 'wallet' | 'stamp'> = {
  since: 0,
  delegate: null,
  contract: null,
  low: [],
  expiresAt: null,
};

/** Compares what a look has read of a wallet with what the looks before have left. */
export function compareState(
  watch: Pick<Watch, 'wallet' | 'minBalance'>,
  before: WalletState | undefined,
  look: WalletLook,
  stamp: string,
): WalletNews {
  const was = before ?? neverLooked;
  const delegate = look.delegate === undefined ? was.delegate : look.delegate;
  const isMoved = delegate !== was.delegate;
  const isNews = isMoved && (before !== undefined || !look.isFirst);
  const delegation = { what: 'delegation', before: was.delegate, after: delegate } as const;
  const control = [...(isNews ? [[delegation, undefined] as const] : []), ...(look.contract?.changes ?? [])];
  const fallen = Array.from(watch.minBalance).flatMap(([token, minimum]) => {
    const fell = was.low.find((one) => one.token === token)?.key ?? null;
    const read = look.balances.get(token);
    const isLow = (read && isBelow(read, minimum)) ?? fell !== null;
    const isSame = read === undefined || isLow === (fell !== null);
    const event = isSame ? null : balanceEvent(read, fell, minimum, was.since, look.block);
    return [{ low: isLow ? [{ token, key: fell ?? event?.key ?? '' }] : [], event }];
  });
  const low = fallen.flatMap((one) => one.low);
  const events = [
    ...control.map(([change, log]) => controlEvent(change, log, was.since, look.block)),
    ...fallen.flatMap(({ event }) => event ?? []),
  ];
  const isSame =
    !isMoved &&
    look.contract === undefined &&
    low.length === was.low.length &&
    low.every(({ key }) => was.low.some((one) => one.key === key));
  if (isSame && was.expiresAt === null) return { events, state: null };
  const since = isSame ? was.since : look.block;
  const contract = look.contract?.state ?? was.contract;
  return { events, state: { wallet: watch.wallet, stamp, since, delegate, contract, low, expiresAt: null } };
}

/** Undefined where nobody knows the token's decimals. */
function isBelow({ token, value }: ReadBalance, minimum: string): boolean | undefined {
  return token.decimals === null ? undefined : compareAmount(value, token.decimals, minimum) < 0;
}

function controlEvent(
  change: ControlChange,
  log: EventLog | undefined,
  since: number,
  block: number,
): ControlEvent {
  const { what, before, after } = change;
  const { blockNumber = block, transactionHash = null, minedAt = null } = log ?? {};
  return {
    kind: 'control',
    key: `${what} ${after ?? before} ${since}`,
    ...change,
    blockNumber,
    blockTimestamp: minedAt === null ? null : new Date(minedAt * 1_000).toISOString(),
    transactionHash,
  };
}

/** @param fell the key of the event that the balance fell, where it is there again; null: it falls */
function balanceEvent(
  { token, value }: ReadBalance,
  fell: string | null,
  minimum: string,
  since: number,
  block: number,
): BalanceEvent {
  const key = `${token.address ?? 'native'} ${since}`;
  const at = { blockNumber: block, blockTimestamp: null, transactionHash: null };
  return { kind: 'balance', key, fell, token, value: value.toString(), minimum, ...at };
}
