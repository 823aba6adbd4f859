import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { type TableKeys, tableKeys } from '../table-keys.ts';

export interface TablesProps {
  /** True for throw-away stacks: the tables and all they hold go with the stack. */
  readonly destroy: boolean;
}

/**
 * Where Chainbell keeps things. All three are paid by use, can be restored to any second of the last 35 days, and
 * are encrypted with the key that AWS owns, which costs nothing.
 */
export class Tables extends Construct {
  /** The user's: what to watch. The functions only read it. */
  readonly watchlist: TableV2;
  /** The functions': what each watch has seen. */
  readonly state: TableV2;
  /** The functions': alerts and hidden transfers, to look things up in. */
  readonly history: TableV2;

  constructor(scope: Construct, id: string, { destroy }: TablesProps) {
    super(scope, id);
    const table = (name: string, keys: TableKeys, timeToLiveAttribute?: string) =>
      new TableV2(this, name, {
        partitionKey: { name: keys.partition, type: AttributeType.STRING },
        sortKey: { name: keys.sort, type: AttributeType.STRING },
        billing: Billing.onDemand(),
        encryption: TableEncryptionV2.dynamoOwnedKey(),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        // Losing State tells every wallet from now on anew; losing Watchlist ends every watch.
        deletionProtection: !destroy,
        removalPolicy: destroy ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
        ...(timeToLiveAttribute === undefined ? {} : { timeToLiveAttribute }),
      });
    this.watchlist = table('Watchlist', tableKeys.watchlist);
    this.state = table('State', tableKeys.state, 'expiresAt');
    this.history = table('History', tableKeys.history, 'expiresAt');
  }
}
