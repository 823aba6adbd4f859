import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { GetTopicAttributesCommand } from '@aws-sdk/client-sns';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stack } from './support/the-stack.ts';

const { outputs } = stack;
const { configurationOf, dynamodb, sns } = stack.aws;

const template = z.object({
  Resources: z.record(z.string(), z.looseObject({ Properties: z.looseObject({}).optional() })),
});

describe('the outputs of the stack', () => {
  it('name its tables, topics, functions and version, and nothing else', async () => {
    expect(Object.keys(outputs).toSorted()).toEqual([
      'AlertsTopicArn',
      'ContactsTableName',
      'DispatchPollsFunctionName',
      'HistoryTableName',
      'OpsTopicArn',
      'PollWalletsFunctionName',
      'StateTableName',
      'Version',
      'WatchlistTableName',
    ]);
    for (const TableName of [
      outputs.WatchlistTableName,
      outputs.StateTableName,
      outputs.HistoryTableName,
      outputs.ContactsTableName,
    ]) {
      await expect(dynamodb.send(new DescribeTableCommand({ TableName }))).resolves.toBeDefined();
    }
    for (const TopicArn of [outputs.AlertsTopicArn, outputs.OpsTopicArn]) {
      await expect(sns.send(new GetTopicAttributesCommand({ TopicArn }))).resolves.toBeDefined();
    }
    for (const name of [outputs.DispatchPollsFunctionName, outputs.PollWalletsFunctionName]) {
      await expect(configurationOf(name)).resolves.toBeDefined();
    }
  });
});

describe('the tables', () => {
  it('the Watchlist is keyed by wallet and chain', async () => {
    const { Table } = await dynamodb.send(
      new DescribeTableCommand({ TableName: outputs.WatchlistTableName }),
    );
    expect(Table).toMatchObject({
      KeySchema: [
        { AttributeName: 'wallet', KeyType: 'HASH' },
        { AttributeName: 'chain', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'wallet', AttributeType: 'S' },
        { AttributeName: 'chain', AttributeType: 'S' },
      ],
    });
  });

  // The engine has CloudFormation make the tables without it, so that the template it was given has to say it.
  it('State and History expire, the Watchlist does not', async () => {
    const { Resources } = template.parse(await stack.aws.templateOf('Chainbell'));
    const ofTable = (name: string) =>
      Object.entries(Resources).find(([id]) => id.startsWith(`Tables${name}`))?.[1].Properties;
    const expires = { TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true } };
    expect(ofTable('State')).toMatchObject(expires);
    expect(ofTable('History')).toMatchObject(expires);
    expect(ofTable('Watchlist')).not.toHaveProperty('TimeToLiveSpecification');
  });
});
