/** The pace of a chain's blocks, from one block whose time is on record. */
export interface BlockClock {
  readonly chainId: string;
  readonly secondsPerBlock: number;
  readonly known: { readonly block: number; readonly time: string };
}

/** Blocks go on from the recorded replies at the chain's own pace, so they grow from run to run. */
export const ethereum: BlockClock = {
  chainId: '0x1',
  secondsPerBlock: 12,
  known: { block: 16_069_234, time: '2022-11-28T14:58:35.000Z' },
};

export const gnosis: BlockClock = {
  chainId: '0x64',
  secondsPerBlock: 5,
  known: { block: 41_323_672, time: '2025-07-28T21:26:00.000Z' },
};

/** The block that is the newest at a time (epoch milliseconds), with its own time. */
export function blockAt(
  { known, secondsPerBlock }: BlockClock,
  at: number,
): { readonly block: number; readonly minedAt: Date } {
  const start = Date.parse(known.time);
  const blocks = Math.floor((at - start) / (secondsPerBlock * 1000));
  return { block: known.block + blocks, minedAt: new Date(start + blocks * secondsPerBlock * 1000) };
}
