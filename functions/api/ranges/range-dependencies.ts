import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { TransferPages } from '../transfer-pages.ts';

/** What ranges are made of. */
export interface RangeDependencies {
  readonly pages: TransferPages;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
}
