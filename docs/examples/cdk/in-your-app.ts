import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Chainbell } from 'chainbell';
import type { Construct } from 'constructs';

/**
 * Chainbell as a part of your own stack, with your own Watchlist table, an alarm and two grants:
 *
 * ```ts
 * new TreasuryStack(new App(), 'Treasury', { env: { account: '111122223333', region: 'eu-central-1' } });
 * ```
 */
export class TreasuryStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);

    // An existing table, keyed by `wallet` (partition) and `chain` (sort), both text; Chainbell only reads the table. A table, topic
    // or key parameter of this stack is passed in the same way. Chainbell makes those that you leave out.
    const wallets = TableV2.fromTableName(this, 'Wallets', 'treasury-wallets');

    const chainbell = new Chainbell(this, 'Alerts', {
      // With this name and the outputs below, `npx chainbell --stack Treasury` finds the stack.
      name: this.stackName,
      watchlistTable: wallets,
      opsEmails: ['operations@example.org'],
      callsPerDay: 20_000,
      every: Duration.minutes(2),
      // Put its URL and secret into /chainbell/destinations/ledger by hand.
      destinations: [{ name: 'ledger', kind: 'webhook', filter: { direction: ['out'] } }],
    });

    chainbell.addOutputs();

    // Chainbell has alarms for its own problems. This alarm is for an unusual day: more than a hundred transfers at once.
    chainbell
      .metricTransfersTold({ period: Duration.minutes(5) })
      .createAlarm(this, 'Busy', {
        alarmDescription: 'More than 100 transfers were told within five minutes.',
        threshold: 100,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      })
      .addAlarmAction(new SnsAction(chainbell.operationsTopic));

    // This role adds wallets, and reads their alerts and hidden transfers.
    const backOffice = new Role(this, 'BackOffice', {
      assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com'),
    });
    chainbell.grantManageWatchlist(backOffice);
    chainbell.grantReadHistory(backOffice);
  }
}
