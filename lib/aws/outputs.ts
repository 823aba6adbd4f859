import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { version } from '../../functions/deliver-alerts/version.ts';

interface OutputParts {
  readonly watchlistTable: ITable;
  readonly stateTable: ITable;
  readonly historyTable: ITable;
  readonly contactsTable: ITable;
  readonly alertsTopic: ITopic;
  readonly operationsTopic: ITopic;
  readonly dispatchPolls: IFunction;
  readonly pollWallets: IFunction;
  readonly deliverAlerts: IFunction | null;
}

/** The stack's outputs, by which people and `npx chainbell` find its parts. */
export function addOutputs(stack: Stack, parts: OutputParts): void {
  const output = (name: string, description: string, value: string) =>
    new CfnOutput(stack, name, { description, value });
  output('WatchlistTableName', 'Add a row here for each wallet to watch', parts.watchlistTable.tableName);
  output('StateTableName', 'What each watch has seen', parts.stateTable.tableName);
  output('HistoryTableName', 'Alerts and hidden transfers', parts.historyTable.tableName);
  output(
    'ContactsTableName',
    'Add a row here for each address that has a name',
    parts.contactsTable.tableName,
  );
  output('AlertsTopicArn', 'Subscribe here to get alerts', parts.alertsTopic.topicArn);
  output('OpsTopicArn', 'Subscribe here to learn what Chainbell needs', parts.operationsTopic.topicArn);
  output('DispatchPollsFunctionName', 'Invoke this for a tick by hand', parts.dispatchPolls.functionName);
  output('PollWalletsFunctionName', 'Polls the wallets', parts.pollWallets.functionName);
  if (parts.deliverAlerts !== null) {
    output(
      'DeliverAlertsFunctionName',
      'Delivers alerts to chats and signed webhooks',
      parts.deliverAlerts.functionName,
    );
  }
  output('Version', 'Of Chainbell, as it was deployed', version);
}
