import * as z from 'zod';
import { type Alert, alertSchema } from './alert.ts';
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

const stored = z.looseObject({
  type: z.string(),
  transfer: z.unknown().optional(),
  verdict: z.object({ spam: z.boolean() }).loose().nullable(),
});

/** An alert out of a table as readStoredAlert gives it, where nothing is stored beside it. */
export const storedAlertSchema = stored.transform((alert) => filledIn(alert, true)).pipe(alertSchema);

/**
 * An alert out of a table, whatever version wrote it: the fields that came later are filled in here, and nowhere else.
 * An update finds full outboxes and a History of months, and must lose nothing of them.
 * @param marked what was stored beside the alert, before it said so itself
 * @throws ZodError where it is no alert of any version
 */
export function readStoredAlert(alert: unknown, marked = true): Alert {
  return alertSchema.parse(filledIn(stored.parse(alert), marked));
}

function filledIn(alert: z.infer<typeof stored>, marked: boolean): object {
  const { type, transfer, verdict } = alert;
  if (transfer === undefined) return alert;
  if (type === 'wallet.poisoning') return { marked: true, others: 0, ...alert };
  return { lookalike: null, marked: marked || verdict?.spam !== true, ...alert };
}
