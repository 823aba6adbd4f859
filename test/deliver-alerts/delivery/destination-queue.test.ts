import {
  MessageNotInflight,
  ReceiptHandleIsInvalid,
  type SQSClient,
  SQSServiceException,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { createDestinationQueue } from '../../../functions/deliver-alerts/delivery/destination-queue.ts';

function queueOf(fails: Error | null = null) {
  const inputs: Record<string, unknown>[] = [];
  const sqs = {
    async send({ input }: { readonly input: Record<string, unknown> }) {
      inputs.push(input);
      if (fails !== null) throw fails;
    },
  };
  return { ...createDestinationQueue(sqs as unknown as SQSClient, 'https://sqs/Chainbell-team'), inputs };
}
const message = { receiptHandle: 'r', body: 'as it came' };
const told = { message: '', $metadata: {} };
/** As SQS sends it, though its documentation names only the other two. */
const goneByNow = new SQSServiceException({
  name: 'InvalidParameterValue',
  $fault: 'client',
  $metadata: {},
  message:
    'Value AQEB for parameter ReceiptHandle is invalid. Reason: Message does not exist or is not available for visibility timeout change.',
});

describe('a message is hidden', () => {
  it.each([
    [5_000, 5],
    [5_001, 6],
    [1, 1],
    [0, 1],
    [-9_000, 1],
  ])('for %i ms: SQS gets %i whole seconds, at least one', async (ms, seconds) => {
    const { hide, inputs } = queueOf();
    await hide(message, ms);
    expect(inputs).toEqual([
      { QueueUrl: 'https://sqs/Chainbell-team', ReceiptHandle: 'r', VisibilityTimeout: seconds },
    ]);
  });

  it.each([new ReceiptHandleIsInvalid(told), new MessageNotInflight(told), goneByNow])(
    'unless it is already visible or deleted',
    async (error) => {
      await expect(queueOf(error).hide(message, 5)).resolves.toBeUndefined();
    },
  );

  it('and the call rejects if SQS throttles', async () => {
    await expect(queueOf(new Error('throttled')).hide(message, 5)).rejects.toThrow('throttled');
  });
});

describe('a dead letter', () => {
  const text = (StringValue: string) => ({ DataType: 'String', StringValue });

  it("is the message as received, with the service's answer", async () => {
    const { sendToDeadLetters, inputs } = queueOf();
    await sendToDeadLetters(message, { status: '422', reason: '422: no such\nfield' });
    expect(inputs).toEqual([
      {
        QueueUrl: 'https://sqs/Chainbell-team-dead-letters',
        MessageBody: 'as it came',
        MessageAttributes: { status: text('422'), reason: text('422: no such field') },
      },
    ]);
  });

  it('has a reason that SQS accepts, whatever the answer was', async () => {
    const { sendToDeadLetters, inputs } = queueOf();
    await sendToDeadLetters(message, { status: 'none', reason: '\u0000\u200b' });
    await sendToDeadLetters(message, { status: 'none', reason: 'x'.repeat(1_000) });
    const reasons = inputs.map(
      ({ MessageAttributes }) =>
        (MessageAttributes as Record<string, { StringValue: string }>).reason?.StringValue,
    );
    expect(reasons[0]).toBe('no reason given');
    expect(reasons[1]?.length).toBeLessThanOrEqual(300);
  });

  it('is not counted if the queue refuses it', async () => {
    await expect(
      queueOf(new Error('throttled')).sendToDeadLetters(message, { status: '1', reason: 'x' }),
    ).rejects.toThrow();
  });
});
