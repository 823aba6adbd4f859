import type { Address } from '../chain/address.ts';
import type { Scan } from './scan-chain.ts';
import { isOver, lastOfTail, lastSeen, type Mark, owedMark } from './tail.ts';

/** Marks of wallets seen, of wallets whose block a re-org may have taken, and of newcomers, which are due one poll and no tail. */
export function freshMarks(
  { seen, rewoundTo }: Scan,
  newcomers: readonly Address[],
  before: ReadonlyMap<Address, Mark>,
  minute: number,
  stamp: string,
): readonly Mark[] {
  const unpolled = { stamp, polledAt: null };
  const marks = new Map<Address, Mark>();
  for (const wallet of newcomers) marks.set(wallet, owedMark(wallet, stamp, minute));
  for (const mark of before.values())
    if (rewoundTo !== null && mark.block >= rewoundTo) {
      const seenAt = Object.fromEntries(Object.keys(mark.seenAt).map((kind) => [kind, minute]));
      marks.set(mark.wallet, { ...mark, ...unpolled, seenAt });
    }
  for (const [wallet, { kind, blocks }] of seen) {
    const seenAt = { ...stillAsking(marks.get(wallet) ?? before.get(wallet)), [kind]: minute };
    marks.set(wallet, { wallet, ...unpolled, seenAt, block: highest(blocks) });
  }
  return [...marks.values()];
}

/** Earlier, more important activity, until its own tail is over: less important activity must neither hide nor prolong it. */
function stillAsking(mark: Mark | undefined): Mark['seenAt'] {
  const asking = Object.entries(mark?.seenAt ?? {}).filter(
    ([kind, at]) => kind !== 'unsure' && mark !== undefined && !isOver(at, mark),
  );
  return Object.fromEntries(asking);
}

/** Math.max(...blocks) would throw after an outage: a function call takes only so many arguments. */
function highest(blocks: Iterable<number>): number {
  let most = 0;
  for (const block of blocks) most = Math.max(most, block);
  return most;
}

/** Whether a mark replaces the one before. Unsure activity of a waiting wallet is ignored for eight minutes, to save its writes. */
export function isNews(mark: Mark, before: Mark | undefined): boolean {
  return (
    before === undefined ||
    before.polledAt !== null ||
    lastSeen(mark) >= lastSeen(before) + lastOfTail ||
    mark.seenAt.sent !== before.seenAt.sent ||
    mark.seenAt.sure !== before.seenAt.sure
  );
}
