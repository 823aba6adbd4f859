import type { EpochMilliseconds } from '../chain/units.ts';
import type { PollActivity, PollPace } from '../queue/poll-message.ts';
import type { CallLimits } from '../transfer/source.ts';
import type { Watch } from '../wallet/watch.ts';
import type { PollFunction } from './dependencies.ts';

/** Shared by all polls of a worker. */
export type SharedDependencies = PollFunction['deps'];

/** Shared by the polls of one message. */
export interface PollDependencies extends SharedDependencies {
  /** Called before a crash could leave alerts unpublished: the wallet is then polled again, whatever its chain's logs show. */
  owePoll(watch: Watch): Promise<void>;
}

/** Set by a batch for each of its polls. */
export interface PollLimits extends CallLimits {
  /** The wallet was added in a bulk import, of which ten wallets are announced. */
  readonly bulk: boolean;
  /** The last block whose coin the chain's node has shown: later ones are not settled. Null or absent: no coin is read. */
  readonly coinThrough?: PollActivity['coinThrough'];
  readonly pace: PollPace;
  /** After this time Lambda would cut the publishing off. */
  readonly publishUntil: EpochMilliseconds;
}

export interface Poll extends PollDependencies {
  readonly watch: Watch;
  readonly limits: PollLimits;
}
