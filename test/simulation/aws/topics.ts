import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import * as z from 'zod';
import type { AwsFault } from '../faults.ts';
import type { Worker } from '../worker.ts';
import type { AwsCalls } from './aws-calls.ts';

export const alertsTopic = 'alerts';
export const operationsTopic = 'operations';

const topicFaults: readonly AwsFault[] = ['SNS refuses', 'SNS takes it and the answer is lost', 'SNS hangs'];

/** Called for every message that SNS accepts. @param json as queues get it */
export type Took = (topic: string, json: string, worker: Worker, answerLost: boolean) => void;

/** A message in the form for each kind of subscription: a queue gets `default`. */
const envelope = z.strictObject({
  default: z.string(),
  sms: z.string(),
  email: z.string(),
});

/** SNS in memory: takes a message or refuses it, or takes it and loses the answer. */
export function createTopics(calls: AwsCalls, took: Took): SNSClient {
  const send = (command: unknown, options: { abortSignal?: AbortSignal } = {}) => {
    if (!(command instanceof PublishCommand))
      throw new Error(`SNS in memory does not know ${String(command)}`);
    const { TopicArn: topic = '', Message: text = '' } = command.input;
    return calls.call({
      point: `publish to ${topic}`,
      service: 'SNS',
      faults: topic === operationsTopic ? [...topicFaults, 'SNS refuses operations'] : topicFaults,
      signal: options.abortSignal,
      act(fault, worker) {
        const { default: json } = envelope.parse(JSON.parse(text));
        took(topic, json, worker, fault === 'SNS takes it and the answer is lost');
        return { MessageId: 'taken' };
      },
    });
  };
  return Object.assign(Object.create(SNSClient.prototype), { send });
}
