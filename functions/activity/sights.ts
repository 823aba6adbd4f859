import type { Address } from '../chain/address.ts';
import type { ShownBlocks } from './activity-items.ts';
import type { SeenWallets } from './node/transfer-logs.ts';
import type { Scan, ScannedBlock } from './scan-chain.ts';
import { isOver, type Mark, owedAt } from './tail.ts';

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
  for (const wallet of newcomers) {
    const at = owedAt(minute);
    marks.set(wallet, { wallet, ...unpolled, activeAt: at, sentAt: null, sureAt: at, block: 0 });
  }
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

/** Far more than a minute's. A wallet seen in more blocks counts as shown in all blocks from the first to the last. */
const mostSpans = 200;

/** Above this many wallets in a tick, one item serves all: an attacker's transaction can name every wallet, and an item each costs us money. */
const crowd = { least: 100, partOfWatched: 1 / 10 };

/** Newcomers count as shown in all earlier blocks, which no scan searched for them. @param watched how many wallets the scan looked for */
export function shownBy(
  { seen }: Scan,
  newcomers: readonly Address[],
  { scanned }: { readonly scanned: ScannedBlock | null },
  watched: number,
): ShownBlocks[] {
  const through = scanned?.number ?? 0;
  const [unsure, sure] = [new Map(seen), new Map(seen)];
  for (const [wallet, { kind }] of seen) (kind === 'unsure' ? sure : unsure).delete(wallet);
  const isCrowd = unsure.size > Math.max(crowd.least, watched * crowd.partOfWatched);
  return [
    ...shownSingly(sure),
    ...(isCrowd ? [shownTogether(unsure)] : shownSingly(unsure)),
    ...newcomers.map((wallet): ShownBlocks => ({ wallet, spans: [[0, through]] })),
  ];
}

function shownSingly(seen: SeenWallets): ShownBlocks[] {
  return Array.from(seen, ([wallet, { blocks }]) => ({ wallet, spans: spansOf(blocks) }));
}

/** One item for all wallets. As it names no wallet, a sweep's find in these blocks never counts against the node. */
function shownTogether(seen: SeenWallets): ShownBlocks {
  const blocks = new Set<number>();
  for (const sight of seen.values()) for (const block of sight.blocks) blocks.add(block);
  return { wallet: null, spans: spansOf(blocks) };
}

function spansOf(blocks: Iterable<number>): ShownBlocks['spans'] {
  const sorted = [...blocks].sort((a, b) => a - b);
  return sorted.length > mostSpans
    ? [[sorted[0] ?? 0, sorted.at(-1) ?? 0]]
    : sorted.map((block) => [block, block] as const);
}

/**
 * Whether a mark must replace the one before. While an unsure wallet waits for the plan's calls, more unsure activity is
 * ignored for eight minutes: otherwise one transaction a tick would cost a write for every wallet that it names.
 */
export function isNews(mark: Mark, before: Mark | undefined): boolean {
  return (
    before === undefined ||
    before.polledAt !== null ||
    owedAt(mark.activeAt) >= before.activeAt ||
    mark.sentAt !== before.sentAt ||
    mark.sureAt !== before.sureAt
  );
}
