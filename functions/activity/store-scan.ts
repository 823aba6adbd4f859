import type { Address } from '../chain/address.ts';
import { chainKey } from '../chain/chains.ts';
import { expiryIn } from '../runtime/clock.ts';
import type { ChainRecord, Credit } from './chain-record.ts';
import { isInForce, seenLogOf } from './finds.ts';
import { isOver, lastSeen, type Mark, replacesMark } from './marks.ts';
import type { ChainDependencies, KnownChain } from './opened-chain.ts';
import type { Scan } from './scan/scan-chain.ts';

export interface SentOfChain {
  /** False: the queue refused some polls, and a later tick makes all of them again. */
  readonly areAllSent: boolean;
  /** False if sweeps were not sent: due sweeps stay due. */
  readonly areSweepsSent: boolean;
  /** Credit left after these polls; null: the plan has no daily limit. */
  readonly credit: Credit | null;
  /** Active wallets whose polls wait for the plan's calls. */
  readonly waiting: ReadonlySet<Address>;
}

interface Scanned {
  readonly scan: Scan;
  /** The chain's record after the scan. */
  readonly after: ChainRecord;
  readonly fresh: readonly Mark[];
  readonly marks: ReadonlyMap<Address, Mark>;
}

/** State is kept this long in case a paused or deleted row comes back. */
const stateDays = 90;

/** Writes marks first and the scan's progress last. */
export async function storeScan(
  known: KnownChain,
  { scan, after, fresh, marks }: Scanned,
  { areAllSent, areSweepsSent, credit, waiting }: SentOfChain,
  { table, rosters, clock, log }: ChainDependencies,
): Promise<void> {
  const { chain, items, finds, scope, stamp, roster, newcomers, controlled, minute, isBetween } = known;
  const verdicts = finds.filter((find) => isInForce(find, minute) && items.finds.get(find.wallet) !== find);
  await table.put(chain, 'finds', verdicts);
  const isNew = (mark: Mark) => !waiting.has(mark.wallet) || replacesMark(mark, items.marks.get(mark.wallet));
  await table.put(chain, 'marks', fresh.filter(isNew));
  if (!areAllSent) return;
  await table.putSeen(chain, seenLogOf(scan, newcomers, chain), stamp);
  // The scan before may have died after it stored transfers. Only a scan that reads blocks removes them.
  const unfinished = scan.doubt === null ? items.record.asking : after.asking;
  const next = {
    ...after,
    roster: [...roster.sums],
    credit,
    asking: scope === 'hints' || scan.span !== null ? null : unfinished,
    sweptThrough: areSweepsSent ? Math.max(minute, after.sweptThrough ?? 0) : after.sweptThrough,
    // If the day has no calls left, no polls are sent, and the tick does not count.
    markedSince: after.markedSince + (areSweepsSent || isBetween ? 0 : 1),
  };
  if ((await table.save(chain, next)) === null)
    return log.info('another tick has scanned this chain meanwhile', { chain: chain.name });
  rosters.set(chainKey(chain), { roster, controlled });
  const isWatched = (wallet: Address) => roster.prints.has(wallet);
  // Marks are kept while a re-org may take their blocks back.
  const lowest = (after.scanned?.number ?? 0) - chain.reorgBlocks;
  const isDone = (mark: Mark) =>
    !isWatched(mark.wallet) || (isOver(lastSeen(mark), mark) && mark.block < lowest);
  await table.remove(chain, 'marks', Array.from(marks.values()).filter(isDone));
  const states = Array.from(items.states.values());
  const gone = states.filter((state) => state.expiresAt === null && !isWatched(state.wallet));
  const expiresAt = expiryIn(stateDays, clock);
  // Without `low`, a floor that is set again reports a balance below it.
  const expiring = gone.map((state) => ({ ...state, low: [], expiresAt }));
  await table.put(chain, 'states', expiring);
  const over = finds.filter((find) => !isInForce(find, minute));
  await table.remove(chain, 'finds', over);
}
