import type { Alert } from './alert.ts';

/** A finished alert on its way to SNS. */
export interface OutgoingAlert {
  readonly alert: Alert;
  /** Whether its texts carry a verdict of spam in the first line. */
  readonly marked: boolean;
}

/** An alert without a verdict of its own, or whose verdict its texts may show. */
export function outgoing(alert: Alert, marked = true): OutgoingAlert {
  return { alert, marked };
}
