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

/** Dearer activity of before, until its own tail is over: cheaper activity must neither hide it nor prolong it. */
function stillAsking(mark: Mark | undefined, at: number | null | undefined): number | null {
  if (mark === undefined || at == null) return null;
  return isOver({ activeAt: at, polledAt: mark.polledAt }) ? null : at;
}

/** After an outage there may be more blocks than a call takes arguments. */
function highest(blocks: Iterable<number>): number {
  let most = 0;
  for (const block of blocks) most = Math.max(most, block);
  return most;
}

/** Far more than a minute's: of one seen in more blocks than this, all between the first and the last count as shown. */
const mostSpans = 200;

/** One transaction can name every wallet: beyond these in a tick, an item for each would be the attacker's to order. */
const crowd = { least: 100, partOfWatched: 1 / 10 };

/** Before a wallet was looked for nothing could be shown of it. @param watched how many wallets the scan looked for */
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

/** One item for all: what a sweep finds in these blocks says nothing against the node, whichever wallet it is of. */
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
 * Whether a mark need be written over the one before. While an unsure wallet waits for the plan's calls, more of the same
 * says nothing new for eight minutes: else one transaction a tick would cost a write for every wallet that it names.
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
