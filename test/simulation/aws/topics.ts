import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import * as z from 'zod';
import type { AwsFault } from '../faults.ts';
import type { Worker } from '../worker.ts';
import type { AwsCalls } from './aws-calls.ts';

export const alertsTopic = 'alerts';
export const operationsTopic = 'operations';

const topicFaults: readonly AwsFault[] = ['SNS refuses', 'SNS takes it and the answer is lost', 'SNS hangs'];

/** Called for every message that SNS accepts, parsed from the form that queues get. */
export type Took = (
  topic: string,
  message: unknown,
  worker: Worker,
  answerLost: boolean,
  forms: Forms,
) => void;

/** A message in the form for each kind of subscription: a queue gets `default`. */
const envelope = z.strictObject({
  default: z.string(),
  sms: z.string(),
  email: z.string(),
});

/** A message that SNS accepted, in all its forms. */
export interface Forms extends z.infer<typeof envelope> {
  readonly subject: string;
}

/** SNS in memory: takes a message or refuses it, or takes it and loses the answer. */
export function createTopics(calls: AwsCalls, took: Took): SNSClient {
  const send = (command: unknown, options: { abortSignal?: AbortSignal } = {}) => {
    if (!(command instanceof PublishCommand))
      throw new Error(`SNS in memory does not know ${String(command)}`);
    const { TopicArn: topic = '', Message: text = '', Subject: subject = '' } = command.input;
    return calls.call({
      point: `publish to ${topic}`,
      service: 'SNS',
      faults: topic === operationsTopic ? [...topicFaults, 'SNS refuses operations'] : topicFaults,
      signal: options.abortSignal,
      act(fault, worker) {
        const forms = { ...envelope.parse(JSON.parse(text)), subject };
        const message: unknown = JSON.parse(forms.default);
        took(topic, message, worker, fault === 'SNS takes it and the answer is lost', forms);
        return { MessageId: 'taken' };
      },
    });
  };
  return Object.assign(Object.create(SNSClient.prototype), { send });
}
