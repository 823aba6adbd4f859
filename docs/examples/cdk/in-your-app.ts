import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Chainbell } from 'chainbell';
import type { Construct } from 'constructs';

/**
 * Chainbell as a part of somebody's own stack, with a Watchlist of theirs, an alarm and two grants:
 *
 * ```ts
 * new TreasuryStack(new App(), 'Treasury', { env: { account: '111122223333', region: 'eu-central-1' } });
 * ```
 */
export class TreasuryStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);

    // A table that is there already, keyed by `wallet` (partition) and `chain` (sort), both text: Chainbell only reads it. A
    // table, topic or key's parameter made in this stack is handed over in the same way; what is left out Chainbell makes.
    const wallets = TableV2.fromTableName(this, 'Wallets', 'treasury-wallets');

    const chainbell = new Chainbell(this, 'Alerts', {
      // With the outputs below, `npx chainbell --stack Treasury` works on it.
      name: this.stackName,
      watchlistTable: wallets,
      opsEmails: ['operations@example.org'],
      callsPerDay: 20_000,
      every: Duration.minutes(2),
      // Its URL and secret are put into /chainbell/destinations/ledger by hand.
      destinations: [{ name: 'ledger', kind: 'webhook', filter: { direction: ['out'] } }],
    });

    chainbell.addOutputs();

    // Chainbell brings alarms for what goes wrong. This one is for what is unusual here: more than a hundred transfers at once.
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

    // Somebody who puts wallets on the list, and looks up what was told of them and what was hidden.
    const backOffice = new Role(this, 'BackOffice', {
      assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com'),
    });
    chainbell.grantManageWatchlist(backOffice);
    chainbell.grantReadHistory(backOffice);
  }
}
