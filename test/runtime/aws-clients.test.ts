import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import {
  awsClientOptions,
  documentClient,
  plainDocumentClient,
} from '../../functions/runtime/aws-clients.ts';
import { loopbackServer } from '../api/loopback-server.ts';
import { useEmbeddedAws } from '../support/embedded.ts';

const embedded = useEmbeddedAws();

it('two document clients over one client each keep their own form of numbers', async () => {
  const { dynamodb, tables } = embedded.aws;
  const digits = documentClient(dynamodb);
  const plain = plainDocumentClient(dynamodb);
  const Key = { wallet: 'numbers', chain: 'eth' };
  await plain.send(new PutCommand({ TableName: tables.watchlist, Item: { ...Key, amount: 7 } }));
  const read = async (client: typeof plain) =>
    (await client.send(new GetCommand({ TableName: tables.watchlist, Key }))).Item?.amount;
  expect(await read(digits)).toBe('7');
  expect(await read(plain)).toBe(7);
  expect(await read(digits)).toBe('7');
});

it('an attribute without a value is left out of an item', async () => {
  const { dynamodb, tables } = embedded.aws;
  const Key = { wallet: 'nothing', chain: 'eth' };
  const Item = { ...Key, about: { detail: undefined } };
  await documentClient(dynamodb).send(new PutCommand({ TableName: tables.state, Item }));
  const { Item: stored } = await documentClient(dynamodb).send(
    new GetCommand({ TableName: tables.state, Key }),
  );
  expect(stored).toEqual({ ...Key, about: {} });
});

it('a call that AWS never answers fails, and does not hold up an invocation to its end', async () => {
  const { url } = await loopbackServer(() => {});
  const client = new SQSClient({
    ...{ endpoint: url, region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } },
    ...{ maxAttempts: 1, requestHandler: { ...awsClientOptions.requestHandler, requestTimeout: 50 } },
  });
  const sent = client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'x' }));
  await expect(sent).rejects.toThrow('50 ms');
});
