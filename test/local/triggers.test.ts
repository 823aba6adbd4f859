import { expect, it } from 'vitest';
import { consume, runSchedule } from '../../lib/local/lambda/triggers.ts';

it('a message that a function reports as failed stays in its queue; the others of its batch leave it', async () => {
  const ending = new AbortController();
  const deleted: unknown[] = [];
  const sqs = {
    async send({ input }: { readonly input: Readonly<Record<string, unknown>> }) {
      if ('ReceiptHandle' in input) return void deleted.push(input.ReceiptHandle);
      return {
        Messages: ['one', 'two', 'three'].map((id) => ({ MessageId: id, ReceiptHandle: `of ${id}` })),
      };
    },
  };
  const failed: unknown[] = [];
  await consume(
    { sqs: sqs as never, queueUrl: 'q', batchSize: 10 },
    async () => {
      ending.abort();
      return ['two'];
    },
    (error) => void failed.push(error),
    ending.signal,
  );
  expect([deleted, failed]).toEqual([['of one', 'of three'], []]);
});

it('a tick that fails is reported, and the next one comes', async () => {
  const ending = new AbortController();
  const failed: unknown[] = [];
  let ticks = 0;
  const tick = async () => {
    ticks += 1;
    if (ticks === 2) ending.abort();
    else throw new Error('once');
  };
  await runSchedule(0.001, tick, (error) => void failed.push(error), ending.signal);
  expect([ticks, failed]).toEqual([2, [new Error('once')]]);
});
