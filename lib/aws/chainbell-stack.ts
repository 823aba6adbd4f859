import {
  type App,
  Aspects,
  CfnOutput,
  CliCredentialsStackSynthesizer,
  DefaultStackSynthesizer,
  type IStackSynthesizer,
  Stack,
} from 'aws-cdk-lib';
import { LocalEngine } from './local-engine.ts';
import { Monitoring } from './monitoring.ts';
import { Polling } from './polling.ts';
import type { Settings } from './settings/definitions.ts';
import { Tables } from './tables.ts';
import { Topics } from './topics.ts';

/** All of Chainbell in one account and region. It is told neither, so that it can be synthesised without credentials. */
export class ChainbellStack extends Stack {
  constructor(app: App, id: string, settings: Settings) {
    super(app, id, {
      description: 'Chainbell: tells of the ERC20 transfers of the wallets you list',
      synthesizer: synthesizer(settings.cliCredentials),
    });
    // CDK has a function wait for its role and the role's policy, of which the role goes without saying.
    this.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005'] } } };
    if (settings.localEngine) Aspects.of(this).add(new LocalEngine());
    const tables = new Tables(this, 'Tables', { destroy: settings.removalPolicy === 'destroy' });
    const topics = new Topics(this, 'Topics', settings);
    const polling = new Polling(this, 'Polling', { settings, tables, topics });
    new Monitoring(this, 'Monitoring', { polling, topics });

    const output = (name: string, description: string, value: string) =>
      new CfnOutput(this, name, { description, value });
    output('WatchlistTableName', 'Add a row here for each wallet to watch', tables.watchlist.tableName);
    output('StateTableName', 'What each watch has seen', tables.state.tableName);
    output('HistoryTableName', 'Alerts and hidden transfers', tables.history.tableName);
    output('AlertsTopicArn', 'Subscribe here to get alerts', topics.alerts.topicArn);
    output('OpsTopicArn', 'Subscribe here to learn what Chainbell needs', topics.operations.topicArn);
    output(
      'DispatchPollsFunctionName',
      'Invoke this for a tick by hand',
      polling.dispatchPolls.function.functionName,
    );
    output('PollWalletsFunctionName', 'Polls the wallets', polling.pollWallets.function.functionName);
  }
}

function synthesizer(cliCredentials: boolean): IStackSynthesizer {
  const made = cliCredentials ? new CliCredentialsStackSynthesizer() : new DefaultStackSynthesizer();
  // Both are one; only a getter's type is `string | undefined` where the interface has an optional string.
  return made as IStackSynthesizer;
}
