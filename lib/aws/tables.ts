import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  type ITable,
  TableEncryptionV2,
  type TablePropsV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { type TableKeys, tableKeys } from '../table-keys.ts';

interface TablesProps {
  readonly destroy: boolean;
  readonly watchlist?: ITable | undefined;
}

/** The tables, which can be restored to any time of the last 35 days. */
export class Tables extends Construct {
  /** Written by users; the functions only read it. */
  readonly watchlist: ITable;
  readonly state: ITable;
  readonly history: ITable;
  /** Written by users; the functions only read it. */
  readonly contacts: ITable;

  constructor(scope: Construct, id: string, { destroy, watchlist }: TablesProps) {
    super(scope, id);
    const table = (name: string, keys: TableKeys, timeToLiveAttribute?: string): ITable => {
      const made = makeTable(this, name, keys, {
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        // Without State every wallet starts anew; without Watchlist nothing is watched.
        deletionProtection: !destroy,
        removalPolicy: destroy ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
        ...(timeToLiveAttribute === undefined ? {} : { timeToLiveAttribute }),
      });
      // TableV2 differs from ITable in one property only, a getter of an optional string.
      return made as ITable;
    };
    this.watchlist = watchlist ?? table('Watchlist', tableKeys.watchlist);
    this.state = table('State', tableKeys.state, 'expiresAt');
    this.history = table('History', tableKeys.history, 'expiresAt');
    this.contacts = table('Contacts', tableKeys.contacts);
  }
}

/** A table that is billed by use and encrypted with AWS's own free key. */
export function makeTable(
  scope: Construct,
  id: string,
  { partition, sort }: TableKeys,
  props: Omit<TablePropsV2, 'partitionKey'>,
): TableV2 {
  return new TableV2(scope, id, {
    partitionKey: { name: partition, type: AttributeType.STRING },
    ...(sort === undefined ? {} : { sortKey: { name: sort, type: AttributeType.STRING } }),
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.dynamoOwnedKey(),
    ...props,
  });
}
