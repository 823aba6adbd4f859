import type { PublishCommandInput } from '@aws-sdk/client-sns';
import { expect, it } from 'vitest';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';
import { operationsEmail, operationsSubject } from '../../functions/incidents/operations-text.ts';
import { createOperationsPublisher } from '../../functions/incidents/publish-operations.ts';
import { operationsOrigin } from '../support/operations-origin.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const message: OperationsMessage = {
  version: 1,
  type: 'wallet.failing',
  state: 'began',
  wallet: '0x12',
  chain: 'eth',
  reason: 'The API answered 400.',
  whatToDo: 'Wait.',
  at: '2026-01-02T03:04:05.000Z',
};

const topic = `arn:aws:sns:${operationsOrigin.stack.region}:123456789012:ops`;

function publisher(answer: () => Promise<void> = async () => {}) {
  const clock = virtualClock({ passes: true });
  const published: { input: PublishCommandInput; at: number }[] = [];
  const start = clock.now();
  const send = ({ input }: { input: PublishCommandInput }) => {
    published.push({ input, at: clock.now() - start });
    return answer();
  };
  const sns = { send } as never;
  const { runbookUrl, stack } = operationsOrigin;
  const settings = { OPS_TOPIC_ARN: topic, RUNBOOK_URL: runbookUrl, STACK_NAME: stack.name };
  const publish = createOperationsPublisher(settings, { sns, clock });
  return { publish, published };
}

it('an operations message is text for mail and phones, and JSON, without fields only for texts, for others', async () => {
  const { publish, published } = publisher();
  const past = { why: 'It is over', was: message.reason };
  const whole = { ...message, about: { label: 'Treasury' }, since: 5, past };
  await publish(whole);
  const [{ input } = { input: {} as PublishCommandInput }] = published;
  const { Message, ...rest } = input;
  const forms = JSON.parse(Message ?? '');
  expect(JSON.parse(forms.default)).toEqual(message);
  expect(forms).toMatchObject({
    email: operationsEmail(whole, operationsOrigin),
    sms: operationsSubject(whole),
  });
  expect(rest).toEqual({
    TopicArn: topic,
    Subject: operationsSubject(whole),
    MessageStructure: 'json',
    MessageAttributes: {
      type: { DataType: 'String', StringValue: 'wallet.failing' },
      state: { DataType: 'String', StringValue: 'began' },
    },
  });
});

it('operations messages go out at three a second, each in its turn, because SNS disables a mailbox that gets more', async () => {
  const { publish, published } = publisher();
  for (let n = 0; n < 7; n += 1) await publish(message);
  const times = published.map(({ at }) => at);
  expect(times).toHaveLength(7);
  expect(times.at(-1)).toBeGreaterThanOrEqual(1_990);
  expect(times.at(-1)).toBeLessThan(2_500);
});

it('a message that SNS does not take fails, so that its incident is published again', async () => {
  const { publish } = publisher(() => Promise.reject(new Error('SNS is away')));
  await expect(publish(message)).rejects.toThrow('SNS is away');
});
