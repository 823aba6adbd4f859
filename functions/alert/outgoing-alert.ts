import type { Alert } from './alert.ts';
import type { WatchSetting } from './watch-settings.ts';

/** A finished alert on its way to SNS. */
export interface OutgoingAlert {
  readonly alert: Alert;
  /** What the email of a `wallet.watching` says of its row beyond the alert. */
  readonly settings?: readonly WatchSetting[] | undefined;
  /** ISO time of the block that it tells of, of several the oldest; absent where nobody knows it or none is told of. */
  readonly minedAt?: string | undefined;
}

export function outgoing(alert: Alert, minedAt: string | null = null): OutgoingAlert {
  return minedAt === null ? { alert } : { alert, minedAt };
}
