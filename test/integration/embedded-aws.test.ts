import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ConditionalCheckFailedException,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { PublishCommand } from '@aws-sdk/client-sns';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmbeddedAws } from '../../lib/local/engine/embedded-aws.ts';
import { takeAlerts, takePolls, useEmbeddedAws } from '../support/embedded.ts';

const key = { wallet: { S: `0x${'a'.repeat(40)}` }, chain: { S: 'eth' } };

describe('the embedded AWS', () => {
  const embedded = useEmbeddedAws();

  it('listens on this machine only', () => {
    expect(new URL(embedded.aws.dynamodbEndpoint).hostname).toBe('127.0.0.1');
    expect(new URL(embedded.aws.messagingEndpoint).hostname).toBe('127.0.0.1');
  });

  it('holds a conditional update to its condition', async () => {
    const save = (version: string) =>
      embedded.aws.dynamodb.send(
        new UpdateItemCommand({
          TableName: embedded.aws.tables.state,
          Key: key,
          UpdateExpression: 'SET version = :next',
          ConditionExpression: 'attribute_not_exists(version) OR version = :version',
          ExpressionAttributeValues: {
            ':version': { N: version },
            ':next': { N: String(Number(version) + 1) },
          },
        }),
      );
    await save('0');
    await save('1');
    await expect(save('1')).rejects.toBeInstanceOf(ConditionalCheckFailedException);
  });

  it('queries a history partition in the order of its positions', async () => {
    for (const position of ['3', '1', '2']) {
      await embedded.aws.dynamodb.send(
        new PutItemCommand({
          TableName: embedded.aws.tables.history,
          Item: { watch: { S: 'w' }, position: { S: position } },
        }),
      );
    }
    const { Items = [] } = await embedded.aws.dynamodb.send(
      new QueryCommand({
        TableName: embedded.aws.tables.history,
        KeyConditionExpression: 'watch = :w',
        ExpressionAttributeValues: { ':w': { S: 'w' } },
        ScanIndexForward: false,
      }),
    );
    expect(Items.map((item) => item.position?.S)).toEqual(['3', '2', '1']);
  });

  it('hands a published alert on in all its forms', async () => {
    await embedded.aws.sns.send(
      new PublishCommand({
        TopicArn: embedded.aws.alertsTopicArn,
        MessageStructure: 'json',
        Subject: 'Received 12.5 USDC',
        Message: JSON.stringify({ default: '{"version":1}', email: 'an email', sms: 'an SMS' }),
      }),
    );
    expect(await takeAlerts(embedded.aws)).toEqual([
      { subject: 'Received 12.5 USDC', json: { version: 1 }, email: 'an email', sms: 'an SMS' },
    ]);
    expect(await takeAlerts(embedded.aws)).toEqual([]);
  });

  it('hands polls over as the event of the poll function', async () => {
    expect(await takePolls(embedded.aws)).toBeNull();
    await embedded.aws.sqs.send(
      new SendMessageCommand({ QueueUrl: embedded.aws.pollsQueueUrl, MessageBody: 'polls' }),
    );
    expect(await takePolls(embedded.aws)).toMatchObject({
      Records: [{ body: 'polls', eventSource: 'aws:sqs' }],
    });
  });
});

it('keeps the tables in a data directory', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'chainbell-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const first = await startEmbeddedAws({ dataDir });
  await first.dynamodb.send(new PutItemCommand({ TableName: first.tables.watchlist, Item: key }));
  await first.stop();
  const second = await startEmbeddedAws({ dataDir });
  const { Item } = await second.dynamodb.send(
    new GetItemCommand({ TableName: second.tables.watchlist, Key: key }),
  );
  await second.stop();
  expect(Item).toEqual(key);
});
