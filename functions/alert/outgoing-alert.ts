import type { Alert } from './alert.ts';
import type { WatchSetting } from './watch-settings.ts';

export interface OutgoingAlert {
  readonly alert: Alert;
  /** Of `wallet.watching`: the row's settings for its email. */
  readonly settings?: readonly WatchSetting[] | undefined;
  /** ISO time of its (oldest) block; absent if unknown. */
  readonly minedAt?: string | undefined;
}

export function outgoing(alert: Alert, minedAt: string | null = null): OutgoingAlert {
  return minedAt === null ? { alert } : { alert, minedAt };
}
