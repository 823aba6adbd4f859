import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, type ITable, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { type TableKeys, tableKeys } from '../table-keys.ts';

export interface TablesProps {
  /** True for throw-away stacks: the tables and all they hold go with the stack. */
  readonly destroy: boolean;
  /** Somebody's own Watchlist, in place of a new one. */
  readonly watchlist?: ITable | undefined;
}

/**
 * Where Chainbell keeps things. All that it makes is paid by use, can be restored to any second of the last 35 days,
 * and is encrypted with the key that AWS owns, which costs nothing.
 */
export class Tables extends Construct {
  /** The user's: what to watch. The functions only read it. */
  readonly watchlist: ITable;
  /** The functions': what each watch has seen. */
  readonly state: ITable;
  /** The functions': alerts and hidden transfers, to look things up in. */
  readonly history: ITable;
  /** The user's: whom alerts call by which name. The functions only read it. */
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
        // Losing State tells every wallet from now on anew; losing Watchlist ends every watch.
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
