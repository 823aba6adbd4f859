import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, type ITable, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { type TableKeys, tableKeys } from '../table-keys.ts';

export interface TablesProps {
  /** True for throw-away stacks: their tables are deleted with the stack. */
  readonly destroy: boolean;
  /** An existing Watchlist table, in place of a new one. */
  readonly watchlist?: ITable | undefined;
}

/**
 * The tables. Each is billed by use, can be restored to any second of the last 35 days, and is encrypted with AWS's own
 * free key.
 */
export class Tables extends Construct {
  /** What to watch. Written by users; the functions only read it. */
  readonly watchlist: ITable;
  /** How far each watch was read. Written by the functions. */
  readonly state: ITable;
  /** The ledger: alerts and hidden transfers. Written by the functions. */
  readonly history: ITable;
  /** Names of addresses. Written by users; the functions only read it. */
  readonly contacts: ITable;

  constructor(scope: Construct, id: string, { destroy, watchlist }: TablesProps) {
    super(scope, id);
    const table = (name: string, keys: TableKeys, timeToLiveAttribute?: string): ITable => {
      const made = new TableV2(this, name, {
        partitionKey: { name: keys.partition, type: AttributeType.STRING },
        ...(keys.sort === undefined ? {} : { sortKey: { name: keys.sort, type: AttributeType.STRING } }),
        billing: Billing.onDemand(),
        encryption: TableEncryptionV2.dynamoOwnedKey(),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        // Without State every wallet begins anew; without Watchlist every watch ends.
        deletionProtection: !destroy,
        removalPolicy: destroy ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
        ...(timeToLiveAttribute === undefined ? {} : { timeToLiveAttribute }),
      });
      // It is one; only a getter's type is `string | undefined` where the interface has an optional string.
      return made as ITable;
    };
    this.watchlist = watchlist ?? table('Watchlist', tableKeys.watchlist);
    this.state = table('State', tableKeys.state, 'expiresAt');
    this.history = table('History', tableKeys.history, 'expiresAt');
    this.contacts = table('Contacts', tableKeys.contacts);
  }
}
