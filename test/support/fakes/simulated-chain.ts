import { chainIdOf } from '../../../lib/simulated-api/answer.ts';
import {
  type SimulatedToken,
  type SimulatedTransfer,
  simulatedTransfer,
  usdc,
} from '../../../lib/simulated-api/simulated-transfer.ts';

/** A transfer's fields; missing ones are made up. */
export interface MinedTransfer {
  /** The chain's name or hex id. */
  readonly chain: string;
  readonly from: string;
  readonly to: string;
  /** Base units. */
  readonly value: bigint;
  readonly token?: Partial<SimulatedToken>;
  /** Replaces the next block's number. */
  readonly block?: number;
  readonly minedAt?: Date;
  readonly possibleSpam?: boolean;
  readonly fromLabel?: string;
}

/** Chains that tests write to while they are read: a mined transfer is visible at once. */
export class SimulatedChain {
  private readonly standing: SimulatedTransfer[] = [];
  private mined = 0;
  private nextBlock = 20_000_000;

  transfers(): readonly SimulatedTransfer[] {
    return this.standing;
  }

  mine({ chain, block = this.nextBlock, token, minedAt, ...rest }: MinedTransfer): SimulatedTransfer {
    this.nextBlock = Math.max(this.nextBlock, block) + 1;
    const serial = this.mined++;
    const now = Date.now();
    const transfer = simulatedTransfer({
      ...rest,
      chainId: chainIdOf(chain) ?? chain,
      token: { ...usdc, ...token },
      block,
      minedAt: minedAt ?? new Date(now),
      knownAt: now,
      transaction: `transaction ${serial} ${rest.from} ${rest.to}`,
      transactionIndex: 3,
      logIndex: serial,
    });
    this.standing.push(transfer);
    return transfer;
  }
}
