import { type BlockClock, blockAt, timeOf } from '../block-clock.ts';
import type { SimulatedTransfer, WireTransfer } from '../simulated-transfer.ts';
import early2022 from './recorded/eth-2022-11-19.json' with { type: 'json' };
import late2022 from './recorded/eth-2022-11-28.json' with { type: 'json' };
import of2025 from './recorded/gnosis-2025-07-28.json' with { type: 'json' };

/** Blocks go on from the recorded replies at the chain's own pace, so they grow from run to run. */
export const ethereum: BlockClock = {
  millisecondsPerBlock: 12_000,
  known: { block: 16_069_234, time: Date.parse('2022-11-28T14:58:35.000Z') },
};
const gnosis: BlockClock = {
  millisecondsPerBlock: 5_000,
  known: { block: 41_323_672, time: Date.parse('2025-07-28T21:26:00.000Z') },
};

/** Wallets of the recorded replies that the story watches. */
export const recordedWallets = {
  gnosisHolder: '0xbf64da3f8d6e827e17c98a7adbfd347c01500a5c',
  wrappedBitcoin: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
  exchange: '0xa9d1e08c7793af67e9d92fe308d5697fb81d3e43',
} as const;

/** The recorded transfers as they were, but known to the API from `start` (epoch milliseconds) on, oldest first. */
export function recordedTransfers(start: number): SimulatedTransfer[] {
  return [
    ...redate('0x64', gnosis, of2025.result, start),
    ...redate('0x1', ethereum, early2022.result, start + 200),
    ...redate('0x1', ethereum, late2022.result, start + 400),
  ];
}

/**
 * Newest first comes in. The API learns of the oldest `at`, and of each next one half a second later; each keeps
 * a block of its own, because its recorded block hash goes with it.
 */
function redate(
  chainId: string,
  clock: BlockClock,
  rows: readonly WireTransfer[],
  at: number,
): SimulatedTransfer[] {
  return rows.toReversed().map((row, i) => {
    const block = blockAt(clock, at) - rows.length + i;
    const minedAt = new Date(timeOf(clock, block));
    const wire = { ...row, block_number: String(block), block_timestamp: minedAt.toISOString() };
    return { chainId, knownAt: at + i * 500, block, minedAt, wire };
  });
}
