/** The types of incidents, by the contract's names. */
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

/** One message to the operations topic: published once when an incident begins and once when it ends. */
export interface OperationsMessage {
  readonly version: 1;
  readonly type: IncidentType;
  readonly state: 'began' | 'ended';
  /** As typed in the row, for incidents of one row or wallet; else null. */
  readonly wallet: string | null;
  readonly chain: string | null;
  /** May quote what others wrote: a row's value, the API's answer. */
  readonly reason: string;
  /** Our own words alone: they are shown as they stand, commands included. */
  readonly whatToDo: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Epoch milliseconds of when it was first seen, and not in the JSON; absent where several are told of in one. */
  readonly since?: number | undefined;
  /** Of one that ended, as parts of its reason, and not in the JSON. */
  readonly past?: { readonly why: string; readonly was: string } | undefined;
  /** The destination's name, of `destination.failing` alone. */
  readonly destination?: string | undefined;
  /** For subject and SMS, and not in the JSON; absent where it is about no single row or wallet. */
  readonly about?: IncidentSubject | undefined;
}

/** What ten messages of one type at a time are told apart by. */
export interface IncidentSubject {
  /** The row's label as typed. */
  readonly label?: string | undefined;
  /** The row's attribute at fault, how many wallets it is about, or whose subscription. */
  readonly detail?: string | undefined;
  /** The chain is only read from its node. */
  readonly isSource?: boolean | undefined;
}
