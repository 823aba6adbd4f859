import { type Address, readAddress, type TokenAddress } from '../../chain/address.ts';
import type { BlockNumber, BlockSpan } from '../../chain/units.ts';
import { approvalIn } from '../../node/approvals/approval-events.ts';
import { NodeUnusable } from '../../node/calls.ts';
import { type EventLog, maxTopics, readEventLog, readQuantity } from '../../node/event-log.ts';
import { maxMovements, movementsIn, nativeEmitter, transferTopic } from '../../node/movements.ts';
import { isSurelyReal, type Trust } from '../../spam/known-token.ts';
import { type ActivityKind, activityKinds } from '../marks.ts';
import type { ScanScope, WatchedWallets } from './log-queries.ts';

/** The event and its two sides; an ERC721 transfer has the token's number as a fourth topic. */
const topicsOfErc20 = 3;

/** The blocks with the wallet on either side of a transfer, and their most important kind. */
interface Sight {
  readonly blocks: Set<number>;
  readonly kind: ActivityKind;
  /** By block, transaction and log index (some nodes count it anew in each transaction); empty if the scan only gives hints. */
  readonly logs: Map<string, EventLog>;
}

export type SeenWallets = Map<Address, Sight>;

export interface LogSearch {
  readonly watched: WatchedWallets;
  readonly seen: SeenWallets;
  readonly scope: ScanScope;
}

/** Notes the watched wallets in an answer's logs. @throws NodeUnusable also for a log outside the blocks asked for (`range`) */
export function noteTransfers(result: unknown, range: BlockSpan, { watched, seen, scope }: LogSearch): void {
  const unreadable = () => new NodeUnusable("The node's answer holds no readable logs.");
  if (!Array.isArray(result)) throw unreadable();
  for (const one of result) {
    const log: Readonly<Record<string, unknown>> = Object(one);
    // A re-org removed this log. A scan for hints still counts it, because the API may still show the transfer.
    if (log.removed === true && scope !== 'hints') continue;
    const block = readQuantity(log.blockNumber);
    const event = scope === 'hints' ? null : readEventLog(one);
    const sides = scope === 'hints' ? tokenSides(log) : event && sidesOf(event, scope);
    // A skipped log would lose a transfer silently. The scan fails instead, and the next scan asks again.
    if (sides === null || block === null || block < range.from || block > range.to) throw unreadable();
    for (const { wallet, kind, token, hasValue } of sides) {
      const watch = watched.get(wallet);
      if (watch === undefined) continue;
      const isSure = hasValue && isSurelyReal({ address: token }, watch);
      noteSight(wallet, block, isSure ? kind : 'unsure', seen);
      if (event === null) continue;
      const { transactionHash, logIndex } = event;
      seen.get(wallet)?.logs.set(`${block} ${transactionHash} ${logIndex}`, event);
    }
  }
}

interface Side {
  readonly wallet: Address;
  readonly kind: 'sent' | 'sure';
  readonly token: TokenAddress;
  /** False: the log moves nothing, or does not say how much. */
  readonly hasValue: boolean;
}

/** Returns the sender and the receiver of each movement that a log shows. For an approval it returns the owner. */
function sidesOf(log: EventLog, scope: ScanScope): readonly Side[] {
  const moved = movementsIn(log).flatMap(({ kind, token, from, to, value }): Side[] => {
    if (kind === 'erc20' && scope === 'others') return [];
    const hasValue = value > 0n;
    return [
      { wallet: from, kind: 'sent', token, hasValue },
      { wallet: to, kind: 'sure', token, hasValue },
    ];
  });
  const approval = approvalIn(log);
  if (approval === null) return moved;
  return [...moved, { wallet: approval.owner, kind: 'sent', token: approval.token, hasValue: true }];
}

/** Returns the sender and the receiver of an ERC20 transfer, or null if the value is no log. Without contract or value the activity is unsure. */
function tokenSides({ address, topics, data }: Readonly<Record<string, unknown>>): readonly Side[] | null {
  if (!Array.isArray(topics) || topics.length > maxTopics) return null;
  if (!topics.every((topic) => typeof topic === 'string')) return null;
  const [event, from, to] = topics;
  if (topics.length !== topicsOfErc20 || event?.toLowerCase() !== transferTopic) return [];
  const token = readAddress(address);
  if (token === nativeEmitter) return []; // ether, which the API does not show
  const hasValue = token !== null && movesValue(data);
  return [['sent', from] as const, ['sure', to] as const].flatMap(([kind, side]) => {
    const wallet = readAddress(`0x${side?.slice(-40)}`);
    return wallet === null ? [] : [{ wallet, kind, token, hasValue }];
  });
}

/** Anybody can make a zero-value transfer out of any wallet, even in a genuine token. */
function movesValue(data: unknown): boolean {
  return typeof data === 'string' && /^0x[0-9a-f]{1,64}$/i.test(data) && /[1-9a-f]/i.test(data.slice(2));
}

export function noteSight(wallet: Address, block: BlockNumber, kind: ActivityKind, seen: SeenWallets): void {
  const before = seen.get(wallet);
  const { blocks, logs } = before ?? { blocks: new Set<number>(), logs: new Map<string, EventLog>() };
  blocks.add(block);
  const most = activityKinds.find((one) => one === kind || one === before?.kind) ?? kind;
  if (before?.kind !== most) seen.set(wallet, { blocks, logs, kind: most });
}

/** Logs up to the block `last`. Later blocks were read in part, and the next scan reads them whole. */
export function logsThrough(last: BlockNumber, seen: SeenWallets): readonly EventLog[] {
  const all = new Map(seen.values().flatMap(({ logs }) => logs)).values();
  return Array.from(all).filter(({ blockNumber }) => blockNumber <= last);
}

/** Maximum transfers in a block's ERC1155 batches: for a dollar a stranger writes more than a tick could store. */
const maxInBatches = 5_000;

/**
 * Leaves out each block's largest batches beyond the maximum, but none of surely real tokens. The maximum is a block's, not a scan's, so
 * that a block that is read again keeps the same batches.
 */
export function storableLogs(logs: readonly EventLog[], trust: Trust): readonly EventLog[] {
  const batches = logs
    .filter((log) => maxMovements(log) >= 2 && !isSurelyReal(log, trust))
    .sort((a, b) => maxMovements(a) - maxMovements(b) || a.logIndex - b.logIndex);
  const sums = new Map<BlockNumber, number>();
  const left = new Set<EventLog>();
  for (const log of batches) {
    const sum = (sums.get(log.blockNumber) ?? 0) + maxMovements(log);
    sums.set(log.blockNumber, sum);
    if (sum > maxInBatches) left.add(log);
  }
  return logs.filter((log) => !left.has(log));
}

/** Whether a scan would store more than `most` transfers. */
export function storesMoreThan(most: number, { seen, watched }: LogSearch): boolean {
  const sumOf = (logs: readonly EventLog[]) => logs.reduce((sum, log) => sum + maxMovements(log), 0);
  const all = logsThrough(Infinity, seen);
  const [first] = watched.values();
  if (first === undefined || sumOf(all) <= most) return false;
  const trustedTokens = new Set(watched.values().flatMap((watch) => [...watch.trustedTokens]));
  return sumOf(storableLogs(all, { ...first, trustedTokens })) > most;
}
