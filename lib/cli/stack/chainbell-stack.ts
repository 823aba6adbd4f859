import type { TableName } from '../../table-keys.ts';
import type { Aws } from './aws.ts';

/** What a deployed stack is made of, by its outputs. */
export interface ChainbellStack {
  readonly name: string;
  readonly status: string;
  /** When it was last deployed. */
  readonly deployedAt: Date | null;
  readonly tables: Readonly<Record<TableName, string>>;
  readonly alertsTopicArn: string;
  readonly opsTopicArn: string;
  readonly dispatchPolls: string;
  readonly pollWallets: string;
  /** Null without destinations. */
  readonly deliverAlerts: string | null;
  /** Of Chainbell, as it was deployed. */
  readonly version: string;
}

/** A stack, and the clients for its region. */
export interface OpenStack {
  readonly stack: ChainbellStack;
  readonly aws: Aws;
}
