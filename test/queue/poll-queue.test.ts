import { type SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { pollMessage, toPollMessage, toRowText } from '../../functions/queue/poll-message.ts';
import { sendMessages } from '../../functions/queue/poll-queue.ts';

type Entries = NonNullable<SendMessageBatchCommand['input']['Entries']>;

/** A queue that refuses certain entries of a batch. */
function queueThat(refuses: (entries: Entries) => Entries) {
  const queue = { batches: [] as Entries[], underWay: 0, most: 0 };
  const send = async ({ input: { Entries = [] } }: SendMessageBatchCommand) => {
    queue.batches.push(Entries);
    queue.underWay += 1;
    queue.most = Math.max(queue.most, queue.underWay);
    await new Promise(setImmediate);
    queue.underWay -= 1;
    const Failed = refuses(Entries);
    return Failed.length === 0 ? {} : { Failed };
  };
  const sqs = Object.assign(Object.create(SQSClient.prototype), { send });
  const log = { info() {}, warn() {}, error() {} };
  const sendAll = (count: number, bodyOf = (n: number) => `message ${n}`) =>
    sendMessages(
      Array.from({ length: count }, (_, n) => ({ body: bodyOf(n), delay: n, polls: 50 })),
      { sqs, queueUrl: 'https://sqs/Polls', log },
    );
  return { queue, sendAll };
}

it('batches of ten go out in parallel, eight at a time, and each message has its delay', async () => {
  const { queue, sendAll } = queueThat(() => []);
  expect(await sendAll(200)).toBe(0);
  expect([queue.most, queue.batches.length]).toEqual([8, 20]);
  expect(queue.batches.flat().map(({ DelaySeconds }) => DelaySeconds)).toEqual([...Array(200).keys()]);
});

it('refused entries of many batches are sent once more together, and counted if they are refused again', async () => {
  const { queue, sendAll } = queueThat((entries) =>
    entries.filter(({ MessageBody }) => MessageBody?.endsWith('7')),
  );
  expect(await sendAll(200)).toBe(20 * 50);
  expect(queue.batches.slice(20).map(({ length }) => length)).toEqual(Array(20).fill(1));
});

it("if a batch's call fails, its messages are sent once more singly", async () => {
  const { queue, sendAll } = queueThat((entries) => {
    if (entries.length > 1) throw new Error('TooLong');
    return [];
  });
  expect(await sendAll(20)).toBe(0);
  expect(queue.batches).toHaveLength(2 + 20);
});

it("large messages share a batch up to SQS's limit", async () => {
  const { queue, sendAll } = queueThat(() => []);
  expect(await sendAll(5, () => 'x'.repeat(100_000))).toBe(0);
  expect(queue.batches.map(({ length }) => length)).toEqual([2, 2, 1]);
});

it.each(['Zürich', '財布', '🦊', '\u007f', '\uffff'])('a label arrives as it was written: %s', (label) => {
  const row = { wallet: '0x1', chain: 'eth', label };
  const pace = { everySeconds: 60, askedSeconds: 60, callsPerDay: null };
  const message = { version: 1, tick: 'now', deadline: 1, bulk: false, pace } as const;
  const text = toPollMessage({ ...message, rows: [toRowText(row)] });
  expect(text).toMatch(/^[\x20-\x7e]*$/);
  expect(pollMessage.parse(JSON.parse(text)).rows).toEqual([row]);
});
