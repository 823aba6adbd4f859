import type { Address } from '../chain/address.ts';
import type { ShownBlocks } from './activity-items.ts';
import type { Scan, ScannedBlock } from './scan-chain.ts';
import { type Mark, owedAt } from './tail.ts';

/**
 * The marks of those seen in this scan, of those of whom a re-org may have taken something back, and of newcomers: what
 * happened to these since the last scan is in this one, so that they are owed one poll and no tail.
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
  for (const wallet of newcomers)
    marks.set(wallet, { wallet, ...unpolled, activeAt: owedAt(minute), block: 0 });
  for (const { wallet, block } of before.values())
    if (rewoundTo !== null && block >= rewoundTo)
      marks.set(wallet, { wallet, ...unpolled, activeAt: minute, block });
  for (const [wallet, blocks] of seen)
    marks.set(wallet, { wallet, ...unpolled, activeAt: minute, block: Math.max(...blocks) });
  return [...marks.values()];
}

/** Far more than a minute's: of one seen in more blocks than this, all between the first and the last count as shown. */
const mostSpans = 200;

/** Before a wallet was looked for nothing could be shown of it. */
export function shownBy(
  { seen }: Scan,
  newcomers: readonly Address[],
  { scanned }: { readonly scanned: ScannedBlock | null },
): ShownBlocks[] {
  const active = Array.from(seen, ([wallet, blocks]): ShownBlocks => {
    const sorted = [...blocks].sort((a, b) => a - b);
    const whole = [[sorted[0] ?? 0, sorted.at(-1) ?? 0] as const];
    return {
      wallet,
      spans: sorted.length > mostSpans ? whole : sorted.map((block) => [block, block] as const),
    };
  });
  const through = scanned?.number ?? 0;
  return [...active, ...newcomers.map((wallet): ShownBlocks => ({ wallet, spans: [[0, through]] }))];
}
