import type { Alert } from '../../../functions/alert/alert.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { blockAt, PollWorld } from './poll-world.ts';

type Mined = Parameters<PollWorld['chain']['mine']>;

/** What is mined: the transfer, and of its token what is not USDC's. */
export type Happening = readonly [over: Mined[1], token?: Mined[2]];

/** A world in which each step is a minute with its block and one poll. */
export class MinuteWorld extends PollWorld {
  /** Of the last step; a test may let more of them pass. */
  minute = 0;

  constructor() {
    super();
    this.chain.mine(blockAt(-10));
  }

  /** These happen on the chain, in order, and the wallet is polled. @returns what is published */
  async step(watch: Watch, ...happenings: readonly Happening[]): Promise<Alert[]> {
    const before = this.published.length;
    this.minute += 1;
    for (const [over, token] of happenings) this.chain.mine(blockAt(this.minute), over, token);
    await this.poll(watch);
    return this.published.slice(before);
  }
}
