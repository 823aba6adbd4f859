import { type SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { sendMessages } from '../../functions/queue/poll-queue.ts';

type Entries = NonNullable<SendMessageBatchCommand['input']['Entries']>;

/** A queue that says which entries of a batch it does not take. */
function queueThat(refuses: (entries: Entries) => Entries) {
  const queue = { batches: [] as Entries[], underWay: 0, most: 0 };
  const send = async ({ input: { Entries = [] } }: SendMessageBatchCommand) => {
    queue.batches.push(Entries);
    queue.underWay += 1;
    queue.most = Math.max(queue.most, queue.underWay);
    await new Promise(setImmediate);
    queue.underWay -= 1;
    return { Failed: refuses(Entries) };
  };
  const sqs = Object.assign(Object.create(SQSClient.prototype), { send });
  const log = { info() {}, warn() {}, error() {} };
  const sendAll = (count: number) =>
    sendMessages(
      Array.from({ length: count }, (_, n) => ({ body: `message ${n}`, delay: 0, polls: 50 })),
      { sqs, queueUrl: 'https://sqs/Polls', log },
    );
  return { queue, sendAll };
}

it('batches go out side by side, eight at a time', async () => {
  const { queue, sendAll } = queueThat(() => []);
  expect(await sendAll(200)).toBe(0);
  expect(queue.most).toBe(8);
  expect(queue.batches.map(({ length }) => length)).toEqual(Array(20).fill(10));
});

it('what is refused of many batches is sent once more by itself, and counted if it is refused again', async () => {
  const { queue, sendAll } = queueThat((entries) =>
    entries.filter(({ MessageBody }) => MessageBody?.endsWith('7')),
  );
  expect(await sendAll(200)).toBe(20 * 50);
  expect(queue.batches.slice(20).map(({ length }) => length)).toEqual(Array(20).fill(1));
});
