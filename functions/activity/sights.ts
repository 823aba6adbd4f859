import type { Address } from '../chain/address.ts';
import type { Scan } from './scan-chain.ts';
import { isOver, lastOfTail, type Mark, owedMark } from './tail.ts';

/**
 * The marks of wallets seen in this scan, of wallets from which a re-org may have taken something back, and of newcomers. A
 * newcomer is owed one poll and no tail: what happened to it since the last scan is in this one.
 */
export function freshMarks(
  { seen, rewoundTo }: Scan,
  newcomers: readonly Address[],
  before: ReadonlyMap<Address, Mark>,
  minute: number,
  stamp: string,
): readonly Mark[] {
  const unpolled = { stamp, polledAt: null };
  const marks = new Map<Address, Mark>();
  for (const wallet of newcomers) marks.set(wallet, owedMark({ wallet, stamp, minute }));
  for (const mark of before.values())
    if (rewoundTo !== null && mark.block >= rewoundTo) {
      const again = (at: number | null) => (at === null ? null : minute);
      const kinds = { sentAt: again(mark.sentAt), sureAt: again(mark.sureAt) };
      marks.set(mark.wallet, { ...mark, ...unpolled, ...kinds, activeAt: minute });
    }
  for (const [wallet, { kind, blocks }] of seen) {
    const known = marks.get(wallet) ?? before.get(wallet);
    const sentAt = kind === 'sent' ? minute : stillAsking(known, known?.sentAt);
    const sureAt = kind === 'sure' ? minute : stillAsking(known, known?.sureAt);
    marks.set(wallet, { wallet, ...unpolled, activeAt: minute, sentAt, sureAt, block: highest(blocks) });
  }
  return [...marks.values()];
}

/** Earlier, more important activity, until its own tail is over: less important activity must neither hide nor prolong it. */
function stillAsking(mark: Mark | undefined, at: number | null | undefined): number | null {
  if (mark === undefined || at == null) return null;
  return isOver({ activeAt: at, polledAt: mark.polledAt }) ? null : at;
}

/** Math.max(...blocks) would throw after an outage: a function call takes only so many arguments. */
function highest(blocks: Iterable<number>): number {
  let most = 0;
  for (const block of blocks) most = Math.max(most, block);
  return most;
}

/**
 * Whether a mark must replace the one before. While an unsure wallet waits for the plan's calls, more unsure activity is
 * ignored for eight minutes: otherwise one transaction a tick would cost a write for every wallet that it names.
 */
export function isNews(mark: Mark, before: Mark | undefined): boolean {
  return (
    before === undefined ||
    before.polledAt !== null ||
    mark.activeAt >= before.activeAt + lastOfTail ||
    mark.sentAt !== before.sentAt ||
    mark.sureAt !== before.sureAt
  );
}
