/** A part of AWS that commands work on; `account`: what no policy can narrow down. */
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

/** An action that AWS must allow, and on what: docs/security.md lists them. */
export interface Permission {
  /** As IAM policies name it: `dynamodb:GetItem`. */
  readonly action: string;
  /** Nothing where AWS allows it to everybody. */
  readonly on: readonly AwsPart[];
  /** When it is asked for, where that is not always. */
  readonly when?: string;
  /** What goes undone without it; absent where nothing is done then. */
  readonly without?: string;
}

/** What every command about a stack needs, and more. */
export function stackPermissions(...more: readonly Permission[]): readonly Permission[] {
  return [{ action: 'cloudformation:DescribeStacks', on: ['stack'] }, ...more];
}

const aside = {
  when: 'where a wallet is mistyped, or named by its label',
  without: 'nothing is suggested, and no label is understood',
};

/** What looking for the rows takes that somebody who mistyped a wallet may mean. */
export const suggestPermission: Permission = { action: 'dynamodb:Scan', on: ['watchlist'], ...aside };

/** The same of a command that reads no row otherwise. */
export const notePermissions: readonly Permission[] = [
  { action: 'dynamodb:Query', on: ['watchlist'], ...aside },
  suggestPermission,
];
