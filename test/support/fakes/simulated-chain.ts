import { chainIdOf } from '../../../lib/simulated-api/answer.ts';
import {
  hashOf,
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
  /** Each mined transfer's current state, by the transfer as it was mined. */
  private readonly standing = new Map<SimulatedTransfer, SimulatedTransfer>();
  private mined = 0;
  private nextBlock = 20_000_000;

  transfers(): readonly SimulatedTransfer[] {
    return [...this.standing.values()];
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
    this.standing.set(transfer, transfer);
    return transfer;
  }

  /** A re-org: the transfer is gone from the chain, as if it had never been mined. */
  drop(transfer: SimulatedTransfer): void {
    this.standing.delete(transfer);
  }

  /** A re-org: the dropped transfer is mined again. */
  restore(transfer: SimulatedTransfer): void {
    this.standing.set(transfer, transfer);
  }

  /** A re-org: the transfer is in another block, with another hash and log index. */
  move(transfer: SimulatedTransfer, block: number): void {
    const place = { block_number: String(block), block_hash: hashOf(`moved to ${block}`), log_index: 7 };
    this.standing.set(transfer, { ...transfer, block, wire: { ...transfer.wire, ...place } });
  }
}
