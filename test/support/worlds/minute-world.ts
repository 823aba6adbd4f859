import type { Alert } from '../../../functions/alert/alert.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { blockAt, PollWorld } from './poll-world.ts';

type Mined = Parameters<PollWorld['chain']['mine']>;

/** A transfer to mine, and its token's fields if they differ from USDC's. */
export type Happening = readonly [over: Mined[1], token?: Mined[2]];

/** A world in which each step is a minute with its block and one poll. */
export class MinuteWorld extends PollWorld {
  /** The minute of the last step; a test may skip some. */
  minute = 0;

  constructor() {
    super();
    this.chain.mine(blockAt(-10));
  }

  /** Mines these transfers in order, and polls the wallet. @returns the published alerts */
  async step(watch: Watch, ...happenings: readonly Happening[]): Promise<Alert[]> {
    const before = this.published.length;
    this.minute += 1;
    for (const [over, token] of happenings) this.chain.mine(blockAt(this.minute), over, token);
    await this.poll(watch);
    return this.published.slice(before);
  }
}
