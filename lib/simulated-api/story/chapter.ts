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
    // Within a block the later chapter comes later.
    transactionIndex: Math.floor((knownAt - minedAt) / 10),
    logIndex: 7,
  });
  return { transfer, goneAt };
}
