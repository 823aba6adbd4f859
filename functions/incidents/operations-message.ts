export type IncidentType =
  | 'row.unreadable'
  | 'row.duplicate'
  | 'row.attribute'
  | 'key.missing'
  | 'key.refused'
  | 'plan.exhausted'
  | 'api.unavailable'
  | 'wallet.failing'
  | 'wallets.watching'
  | 'polling.stretched'
  | 'backlog'
  | 'activity.unavailable'
  | 'activity.missed'
  | 'destination.failing'
  | 'subscription.pending'
  | 'subscription.lost'
  | 'alerts.unheard'
  | 'sms.spent'
  | 'token.contradicted';

/** Published once when an incident begins and once when it ends. */
export interface OperationsMessage {
  readonly version: 1;
  readonly type: IncidentType;
  readonly state: 'began' | 'ended';
  /** As typed in the row; null: not of one row or wallet. */
  readonly wallet: string | null;
  readonly chain: string | null;
  /** May quote strangers: a row's value, the API's answer. */
  readonly reason: string;
  /** Our own words only: shown as they stand, commands included. */
  readonly whatToDo: string;
  readonly at: string;
  /** Epoch milliseconds, not in the JSON; absent if the message is about several incidents. */
  readonly since?: number | undefined;
  /** Parts of an ended one's reason, not in the JSON. */
  readonly past?: { readonly why: string; readonly was: string } | undefined;
  /** Of `destination.failing` only. */
  readonly destination?: string | undefined;
  /** For subject and SMS, not in the JSON. */
  readonly about?: IncidentSubject | undefined;
}

export interface IncidentSubject {
  readonly label?: string | undefined;
  /** The row's attribute at fault, how many wallets it is about, or whose subscription. */
  readonly detail?: string | undefined;
  /** The chain is only read from its node. */
  readonly isSource?: boolean | undefined;
}
