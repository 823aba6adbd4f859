import { blockAt, timeOf } from '../block-clock.ts';
import { type SimulatedTransfer, simulatedTransfer, type TransferFacts } from '../simulated-transfer.ts';
import { clocks } from './cast.ts';

export interface Chapter
  extends Omit<
    TransferFacts,
    'chainId' | 'knownAt' | 'transaction' | 'block' | 'minedAt' | 'transactionIndex' | 'logIndex'
  > {
  /** Names the transaction. */
  readonly title: string;
  /** Ethereum by default. */
  readonly chainId?: keyof typeof clocks;
}

export interface StoryTransfer {
  readonly transfer: SimulatedTransfer;
  /** Epoch milliseconds of the re-org that drops it; nearly always infinite. */
  readonly goneAt: number;
}

/** @param knownAt epoch milliseconds from which on the API shows it */
export function tell(
  { title, chainId = '0x1', ...chapter }: Chapter,
  knownAt: number,
  goneAt = Infinity,
): StoryTransfer {
  const clock = clocks[chainId];
  const block = blockAt(clock, knownAt);
  const minedAt = timeOf(clock, block);
  const transfer = simulatedTransfer({
    ...chapter,
    chainId,
    knownAt,
    block,
    minedAt: new Date(minedAt),
    transaction: title,
    // Until `inBlocks` has seen what else is in the block.
    transactionIndex: 0,
    logIndex: 0,
  });
  return { transfer, goneAt };
}

/**
 * Gives each transfer its own place in its block: pages continue after a place, so the second of two in one place would be
 * lost. The later known comes later, so that the buttons move nothing that was shown before.
 */
export function inBlocks(told: readonly StoryTransfer[]): StoryTransfer[] {
  const known = told.toSorted((a, b) => a.transfer.knownAt - b.transfer.knownAt);
  const blocks = Map.groupBy(known, ({ transfer }) => `${transfer.chainId} ${transfer.block}`);
  return Array.from(blocks.values(), (inBlock) =>
    inBlock.map(({ transfer, goneAt }, n) => {
      const wire = { ...transfer.wire, transaction_index: n, log_index: n };
      return { transfer: { ...transfer, wire }, goneAt };
    }),
  ).flat();
}
