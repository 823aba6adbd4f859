/** A part of AWS that commands work on; `account`: actions that no policy can narrow down. */
export type AwsPart =
  | 'stack'
  | 'watchlist'
  | 'state'
  | 'history'
  | 'contacts'
  | 'dispatch'
  | 'poll'
  | 'deliver'
  | 'alerts'
  | 'operations'
  | 'queues'
  | 'destinationQueues'
  | 'deadLetters'
  | 'readers'
  | 'schedule'
  | 'apiKey'
  | 'nodeUrls'
  | 'heartbeat'
  | 'secrets'
  | 'account';

/** Listed by docs/examples/policies/README.md. */
export interface Permission {
  readonly action: string;
  /** Empty if AWS allows it to everybody. */
  readonly on: readonly AwsPart[];
  /** Absent: always needed. */
  readonly when?: string;
  /** What the command leaves out without it; absent: the command fails. */
  readonly without?: string;
}

export function stackPermissions(...more: readonly Permission[]): readonly Permission[] {
  return [{ action: 'cloudformation:DescribeStacks', on: ['stack'] }, ...more];
}

/** For a note beside an answer. */
export const aside = {
  when: 'where a wallet is mistyped, or named by its label',
  without: 'nothing is suggested, and no label is understood',
};

/** For suggestions after a mistyped wallet. */
export const suggestPermission: Permission = { action: 'dynamodb:Scan', on: ['watchlist'], ...aside };
