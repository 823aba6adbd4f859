import { blockAt, timeOf } from '../block-clock.ts';
import { type SimulatedToken, type SimulatedTransfer, simulatedTransfer } from '../simulated-transfer.ts';
import { clocks } from './cast.ts';

/** One transfer of the story. */
export interface Chapter {
  /** Names the transaction. */
  readonly title: string;
  /** By its id; Ethereum where nothing is said. */
  readonly chainId?: keyof typeof clocks;
  readonly token: SimulatedToken;
  readonly from: string;
  readonly fromLabel?: string;
  readonly to: string;
  readonly toLabel?: string;
  readonly value: bigint;
  readonly possibleSpam?: boolean;
}

/** A transfer of the story, and how long the chain keeps it. */
export interface StoryTransfer {
  readonly transfer: SimulatedTransfer;
  /** Epoch milliseconds from which on a re-org has taken it off the chain; infinite for nearly all. */
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
 * Gives each transfer a place of its own in its block, as a chain does: the API's pages go on behind a place, so that of two in
 * the same one the second is lost between pages, and looks as if a re-org had dropped it. The later known comes later: what is
 * played on top moves nothing that was shown before.
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
