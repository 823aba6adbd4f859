/** What operations are told of, by the contract's names. */
export type ProblemType =
  | 'row.unreadable'
  | 'row.duplicate'
  | 'key.missing'
  | 'key.refused'
  | 'plan.exhausted'
  | 'api.unavailable'
  | 'wallet.failing'
  | 'wallets.watching'
  | 'polling.stretched'
  | 'backlog';

/** One message to the operations topic: told once when a problem begins and once when it ends. */
export interface OperationsMessage {
  readonly version: 1;
  readonly type: ProblemType;
  readonly state: 'began' | 'ended';
  /** As typed in the row, for problems of one row or wallet; else null. */
  readonly wallet: string | null;
  readonly chain: string | null;
  readonly reason: string;
  readonly whatToDo: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}
