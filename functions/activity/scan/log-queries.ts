import type { Address } from '../../chain/address.ts';
import type { BlockSpan } from '../../chain/units.ts';
import { approvalTopics, permit2s } from '../../node/approvals/approval-events.ts';
import { hexOf, type RpcCall } from '../../node/calls.ts';
import {
  nativeEmitter,
  transferBatchTopic,
  transferSingleTopic,
  transferTopic,
  withdrawalTopic,
} from '../../node/movements.ts';
import { padded } from '../../node/wallet-programs.ts';
import { surelyRealContracts } from '../../spam/known-token.ts';
import type { Watch } from '../../wallet/watch.ts';

/** `hints`: transfers; `everything`: all of a chain that is read from its node; `others`: only the kinds that the API lacks. */
export type ScanScope = 'hints' | 'everything' | 'others';

/** ERC1155 has the sides of a transfer in the second and third topic. */
const everything = {
  events: [transferTopic, transferSingleTopic, transferBatchTopic],
  topicIndexes: [1, 2, 3],
} as const;
const searches = {
  hints: { events: [transferTopic], topicIndexes: [1, 2] },
  everything,
  others: everything,
} as const;

/** Events with one of these wallets in topic `topicIndex`. Null matches every event. */
export type LogQuery = {
  readonly topicIndex: 1 | 2 | 3;
  readonly wallets: readonly Address[];
  readonly contracts?: readonly string[];
} | null;

export function queriesFor(wallets: readonly Address[], scope: ScanScope): LogQuery[] {
  return searches[scope].topicIndexes.map((topicIndex) => ({ topicIndex, wallets }));
}

export type WatchedWallets = ReadonlyMap<Address, Pick<Watch, 'chain' | 'trustedTokens'>>;

/** Splits a query with too many results: first only contracts whose events no stranger can make up, then halves of them. */
export function surePartsOf(query: NonNullable<LogQuery>, watched: WatchedWallets): LogQuery[] {
  const { wallets, contracts } = query;
  if (contracts !== undefined)
    return contracts.length < 2 ? [] : halvesOf(contracts).map((contracts) => ({ ...query, contracts }));
  const watches = wallets.map((wallet) => watched.get(wallet)).filter((watch) => watch !== undefined);
  const real = new Set(watches.flatMap(surelyRealContracts));
  return [{ ...query, contracts: [nativeEmitter, ...permit2s, ...real] }];
}

export function halvesOf<One>(list: readonly One[]): (readonly One[])[] {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
}

export function logsCall(query: LogQuery, { from, to }: BlockSpan, scope: ScanScope = 'hints'): RpcCall {
  const events = eventsAt(query, scope);
  const event = events.length === 1 ? events[0] : events;
  const lists =
    query === null
      ? []
      : [...Array(query.topicIndex - 1).fill(null), query.wallets.map((wallet) => `0x${padded(wallet)}`)];
  const emitters = query?.contracts === undefined ? {} : { address: query.contracts };
  const filter = { fromBlock: hexOf(from), toBlock: hexOf(to), topics: [event, ...lists], ...emitters };
  return { method: 'eth_getLogs', params: [filter] };
}

/** Approvals and withdrawals have their owner in the first indexed place only. */
function eventsAt(query: LogQuery, scope: ScanScope): readonly string[] {
  const { events } = searches[scope];
  const hasOwners = scope !== 'hints' && (query === null || query.topicIndex === 1);
  return hasOwners ? [...events, ...approvalTopics, withdrawalTopic] : events;
}

/** The remedy for an error of eth_getLogs: fewer addresses a list (`topics`), fewer blocks or results (`size`), or neither. */
export type Refusal = 'topics' | 'size' | 'other';

/** Words about limits of address lists. They are tested first, because geth's words match `size` too. */
const ofTopics =
  /per search position|less number of addresses|\d filters|too many (addresses|topics)|(addresses|topics) (limit|exceed)|max(imum)?( number of)? (addresses|topics)/i;

/** Words about rate limits. Smaller requests would not help: they would be more requests. */
const pace =
  /rate.?limit|too many requests|requests? (count|limit|per)|requests?\/s|per (second|day|month)|quota|credits|capacity|compute units|throttl|daily|\b(cu|usage|connection) limit|\brps\b/i;

/** The host does not have the range's newest blocks yet, or has not indexed their logs. The next scan asks for them again. */
const ahead = /beyond .*head|block (\w+ )*out of range|invalid block range( params|$)/i;

/** Words of geth, reth, erigon, besu and eleven hosts, in November 2026. Their error codes are inconsistent. */
const size =
  /\branges?\b|\d blocks\b|block.?limit|blocks distance|requested blocks|must be smaller|max results|more than \d|results? (exceed|limit)|logs? (exceed|limit)|too (large|wide|big|long|many)|size exceed|response size|limited to|limit exceed|exceeds? (the |defined )?(max|limit)/i;
const slow = /timeout|timed out|deadline exceeded|took too long/i;

export function readRefusal(text: string): Refusal {
  if (ofTopics.test(text)) return 'topics';
  return pace.test(text) || ahead.test(text) || !(size.test(text) || slow.test(text)) ? 'other' : 'size';
}

export function isTooSlow(text: string): boolean {
  return slow.test(text);
}
