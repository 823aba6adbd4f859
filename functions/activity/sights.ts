import type { Address } from '../chain/address.ts';
import type { ShownBlocks } from './activity-table.ts';
import type { Scan, ScannedBlock } from './scan-chain.ts';
import type { Mark } from './tail.ts';

/** Those seen in this scan, those of whom a re-org may have taken something back, and newcomers. */
export function freshMarks(
  { seen, rewoundTo }: Scan,
  newcomers: readonly Address[],
  before: ReadonlyMap<Address, Mark>,
  activeAt: number,
  stamp: string,
): readonly Mark[] {
  const blocks = new Map<Address, number>(newcomers.map((wallet) => [wallet, 0]));
  for (const { wallet, block } of before.values())
    if (rewoundTo !== null && block >= rewoundTo) blocks.set(wallet, block);
  for (const [wallet, seenIn] of seen) blocks.set(wallet, Math.max(...seenIn));
  return Array.from(blocks, ([wallet, block]) => ({ wallet, stamp, activeAt, polledAt: null, block }));
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
