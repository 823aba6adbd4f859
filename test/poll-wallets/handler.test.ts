import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { pollDependencies } from '../../functions/poll-wallets/dependencies.ts';
import { createPollHandler } from '../../functions/poll-wallets/handler.ts';
import { toPollMessage, toRowText } from '../../functions/queue/poll-message.ts';
import type { TransferSource } from '../../functions/transfer/source.ts';
import { readSettings } from '../../lib/aws/settings/read-settings.ts';
import { pollVariables } from '../../lib/environment.ts';
import { fixedApiKey } from '../../lib/fixed-api-key.ts';
import { sqsEvent } from '../../lib/local/lambda/triggers.ts';
import { resources } from '../simulation/stack.ts';
import { treasury } from '../support/alerts.ts';
import { type Receiver, type ReceiverAnswer, startReceiver } from '../support/fakes/receiver.ts';
import { testKey } from '../support/test-key.ts';
import { everyMinute, PollWorld } from '../support/worlds/poll-world.ts';
import { times } from './story.ts';

const tables = mockClient(DynamoDBDocumentClient);
const sns = mockClient(SNSClient);
const region = { region: 'us-east-1' };
const overrides = {
  dynamodb: new DynamoDBClient(region),
  sns: new SNSClient(region),
  apiKey: fixedApiKey(testKey, { required: true }),
};
/** The API, and its answer to each call. */
let receiver: Receiver;
let answer: ReceiverAnswer;

beforeEach(async () => {
  for (const client of [tables, sns]) client.reset();
  tables.on(BatchGetCommand).resolves({});
  tables.on(PutCommand).resolves({});
  tables.on(BatchWriteCommand).resolves({});
  tables.on(UpdateCommand).resolves({ Attributes: { count: '1' } });
  sns.on(PublishCommand).resolves({ MessageId: '1' });
  answer = { status: 200, body: '{"result": []}' };
  receiver = await startReceiver(() => answer);
});
afterEach(() => receiver.close());
// Other test files share this thread.
afterAll(() => {
  for (const client of [tables, sns]) client.restore();
});

const variables = pollVariables(
  readSettings({ coinBaseUrl: '', callsPerSecond: 1_000 }),
  { alertsPerSecond: 50 },
  resources,
);
const functionOfAws = (over: Record<string, string> = {}) =>
  pollDependencies({ ...variables, BASE_URL: receiver.url, ...over }, overrides);
const worldOf = (deps: Partial<PollWorld['deps']>, flush = async () => {}) => {
  const { deps: rest } = new PollWorld();
  return createPollHandler(async () => ({ deps: { ...rest, ...deps }, flush }));
};
const handler = (over = {}) => createPollHandler(() => functionOfAws(over));
const context = { getRemainingTimeInMillis: () => 60_000 };
const polls = (over = {}) =>
  toPollMessage({
    version: 1,
    bulk: false,
    tick: 'now',
    deadline: Date.now() + 60_000,
    pace: everyMinute,
    rows: [toRowText({ wallet: treasury, chain: 'eth' })],
    ...over,
  });
const event = (...bodies: string[]) =>
  sqsEvent(bodies.map((Body, i) => ({ MessageId: String(i), ReceiptHandle: String(i), Body })));

interface PutsOfBatch {
  readonly PutRequest: { readonly Item: Record<string, unknown> };
}

describe('the poll function', () => {
  it('begins a batch, writes its rows, publishes it, and commits it', async () => {
    const happened: unknown[] = [];
    tables.on(PutCommand).callsFake((input) => void happened.push(input));
    tables.on(BatchWriteCommand).callsFake(({ RequestItems }) => {
      happened.push(...RequestItems.History.map(({ PutRequest }: PutsOfBatch) => PutRequest.Item));
      return {};
    });
    sns.on(PublishCommand).callsFake(() => void happened.push('published'));
    expect(await handler({ HISTORY_DAYS: '30' })(event(polls()), context)).toEqual({ batchItemFailures: [] });
    const [begun] = tables.commandCalls(PutCommand).map(({ args: [{ input }] }) => input);
    const batch = begun?.Item?.version;
    const watch = `${treasury}#0x1`;
    const expiresAt = expect.closeTo(Date.now() / 1_000 + 30 * 86_400, -3);
    const begins = { version: batch, born: batch, open: { batch, rows: 2, messages: 1 } };
    const ends = { version: batch + 1, open: null };
    expect(happened).toMatchObject([
      { TableName: 'State', ConditionExpression: 'attribute_not_exists(version)', Item: begins },
      { watch, batch, type: 'wallet.watching', turn: 0, expiresAt },
      { watch, batch, status: 'message' },
      'published',
      { ConditionExpression: 'version = :read', ExpressionAttributeValues: { ':read': batch }, Item: ends },
    ]);
  });

  it.each([
    [429, 1],
    [401, 2],
  ])('makes one call a tick if the API answers %i, none before Retry-After', async (refusal, ofBoth) => {
    const headers: Record<string, string> = refusal === 429 ? { 'retry-after': '50' } : {};
    // It takes as long as the other polls take to start.
    answer = { status: refusal, headers, after: 100 };
    const rows = times(20, (n) => toRowText({ wallet: `0x${String(n).padStart(40, 'c')}`, chain: 'eth' }));
    const handle = handler();
    expect(await handle(event(polls({ rows })), context)).toEqual({ batchItemFailures: [] });
    expect(receiver.received).toHaveLength(1);
    await handle(event(polls({ rows, tick: 'the next one' })), context);
    expect(receiver.received).toHaveLength(ofBoth);
  });

  it('tells operations of a wallet whose transfers it can not read', async () => {
    answer = { status: 200, body: '{"result": [{"value": "none"}]}' };
    await handler()(event(polls()), context);
    const published = sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input.TopicArn);
    expect(published).toEqual([resources.alertsTopicArn, resources.opsTopicArn]);
  });

  it("shares SNS's pace and the day's calls between wallets, and counts polls for the heartbeat and alerts for the summary", async () => {
    const published: number[] = [];
    sns.on(PublishCommand).callsFake(() => void published.push(performance.now()));
    const rows = times(3, (n) => toRowText({ wallet: `0x${String(n).padStart(40, 'c')}`, chain: 'eth' }));
    const handle = handler({ WORKER_ALERTS_PER_SECOND: '5', CALLS_PER_DAY: '9' });
    await handle(event(polls({ rows, heartbeat: 'a tick' })), context);
    const [first = 0, , third = 0] = published;
    expect(third - first).toBeGreaterThan(300);
    const updates = tables.commandCalls(UpdateCommand).map(({ args: [{ input }] }) => input);
    const of = (wallet: string) => updates.find(({ Key }) => Key?.wallet === wallet);
    expect(of('#calls')?.ExpressionAttributeValues).toMatchObject({ ':after': 3 });
    expect(of('#heartbeat')?.ExpressionAttributeValues).toMatchObject({ ':answered': 3 });
    expect(Object.values(of('#tally')?.ExpressionAttributeNames ?? {})).toContain('alert wallet.watching');
  });

  it('asks for no coin for a minute after a 429 without Retry-After, and goes on polling', async () => {
    answer = { status: 429, after: 100 };
    const token = parseAddress(`0x${'c'.repeat(40)}`);
    const coins = {
      COIN_BASE_URL: receiver.url,
      COINS: JSON.stringify({ [`eth:${token}`]: '0x1::asset::USDC' }),
    };
    const { deps } = await functionOfAws(coins);
    const { signal: tickEnds } = await deps.limiter.begin('now', 2);
    const find = () => deps.coins.find({ id: '0x1' }, [token], { deadline: Date.now() + 60_000 });
    await find();
    await find();
    expect([receiver.received.length, tickEnds.aborted]).toEqual([1, false]);
  });

  it('calls the API by the version that is set, and asks for coins in the array style that is set', async () => {
    const tokens = ['c', 'd'].map((digit) => parseAddress(`0x${digit.repeat(40)}`));
    const coins = Object.fromEntries(tokens.map((token, n) => [`eth:${token}`, `0x${n + 1}::asset::USDC`]));
    const forms = { API_VERSION: 'v2.2', COIN_ARRAY_STYLE: 'comma' };
    const over = { ...forms, COIN_BASE_URL: receiver.url, COINS: JSON.stringify(coins) };
    await handler(over)(event(polls()), context);
    expect(receiver.received.at(-1)?.url).toMatch(/^\/api\/v2\.2\//);
    const { deps } = await functionOfAws(over);
    await deps.limiter.begin('now', 1);
    answer = { status: 200, body: '[]' };
    await deps.coins.find({ id: '0x1' }, tokens, { deadline: Date.now() + 60_000 });
    expect(receiver.received.at(-1)?.url).toMatch(/^\/coins\?coin_type_hashes=[0-9a-f]{64},[0-9a-f]{64}$/);
  });

  it('fails only a message that is not a poll message', async () => {
    expect(await handler()(event('{"hello": 1}', polls(), 'nonsense'), context)).toEqual({
      batchItemFailures: [{ itemIdentifier: '0' }, { itemIdentifier: '2' }],
    });
    expect(sns.commandCalls(PublishCommand)).toHaveLength(1);
  });
});

it('logs why a message failed, with the stack trace', async () => {
  const errors: unknown[] = [];
  const log = { info() {}, warn() {}, error: (...line: unknown[]) => void errors.push(line) };
  await worldOf({ log })(event('nonsense'), context);
  const details = { messageId: '0', error: expect.stringMatching(/SyntaxError.*\n +at /s) };
  expect(errors).toEqual([['error: a batch of polls failed', details]]);
});

it("a batch ends three seconds before Lambda's timeout, and makes its last call fifteen seconds earlier", async () => {
  const { deps } = new PollWorld();
  const deadlines: number[] = [];
  const pages: TransferSource['pages'] = (request, limits) => {
    deadlines.push(limits.deadline);
    return deps.source.pages(request, limits);
  };
  const handle = worldOf({ ...deps, source: { ...deps.source, pages } });
  expect(await handle(event(polls()), context)).toEqual({ batchItemFailures: [] });
  expect(deadlines).toEqual([deps.clock.now() + 60_000 - 3_000 - 15_000]);
});

it('sends the metrics after the last message of a batch, even if messages fail', async () => {
  let [counted, sent] = [0, 0];
  const count = () => {
    counted += 1;
  };
  const flush = async () => {
    await new Promise((resolve) => setImmediate(resolve)); // Lambda freezes what goes on after the answer
    [counted, sent] = [0, sent + counted];
  };
  await worldOf({ count }, flush)(event('nonsense', polls(), 'nonsense'), context);
  expect(sent).toBeGreaterThanOrEqual(2);
  expect(counted).toBe(0);
});

it("ends only after the summary's figures are in the table; a write that fails fails no poll, and is made again", async () => {
  const noted: string[] = [];
  tables.on(UpdateCommand).callsFake(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    if (noted.push('tried') === 1) throw new Error('throttled');
  });
  const { deps, flush } = await functionOfAws();
  deps.count('TransfersHidden', 1);
  for (let invocation = 0; invocation < 3; invocation += 1) await flush();
  expect(noted).toHaveLength(2);
});

it('sends the latencies of a storm a hundred at a time, as many as CloudWatch takes', async () => {
  const written: string[] = [];
  const write = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  const { deps, flush } = await functionOfAws();
  for (let n = 0; n < 250; n += 1) deps.time('AlertLatency', n);
  for (let n = 0; n < 3; n += 1) deps.count('AlertsLate', 1);
  await flush();
  write.mockRestore();
  const sent = written.map((line) => JSON.parse(line));
  expect(sent.map(({ AlertLatency }) => AlertLatency.length)).toEqual([100, 100, 50]);
  expect(sent.flatMap(({ AlertLatency }) => AlertLatency)).toEqual(Array.from({ length: 250 }, (_, n) => n));
  for (const { stack, service } of sent) expect([stack, service]).toEqual(['Chainbell', 'poll-wallets']);
  const [{ Namespace, Dimensions, Metrics }] = sent.at(-1)._aws.CloudWatchMetrics;
  expect([Namespace, Dimensions, sent.at(-1).AlertsLate]).toEqual([
    'Chainbell',
    [['service', 'stack']],
    [1, 1, 1],
  ]);
  expect(Metrics).toMatchObject([
    { Name: 'AlertLatency', Unit: 'Seconds' },
    { Name: 'AlertsLate', Unit: 'Count' },
  ]);
});
