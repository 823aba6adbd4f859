import type { Alert } from './alert.ts';
import type { WatchSetting } from './watch-settings.ts';

/** A finished alert on its way to SNS. */
export interface OutgoingAlert {
  readonly alert: Alert;
  /** What the email of a `wallet.watching` says of its row beyond the alert. */
  readonly settings?: readonly WatchSetting[] | undefined;
}

export function outgoing(alert: Alert): OutgoingAlert {
  return { alert };
}
