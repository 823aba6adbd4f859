import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

export interface Queue {
  readonly sqs: SQSClient;
  readonly url: string;
}

/** Up to `most` messages, waiting up to `waitSeconds` for the first. */
export async function receive(
  queue: Queue,
  waitSeconds: number,
  signal?: AbortSignal,
  most = 10,
): Promise<Message[]> {
  const { Messages = [] } = await queue.sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queue.url,
      MaxNumberOfMessages: most,
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ['All'],
    }),
    signal === undefined ? {} : { abortSignal: signal },
  );
  return Messages;
}

/** Deletes what was dealt with. */
export async function remove(queue: Queue, messages: readonly Message[]): Promise<void> {
  await Promise.all(
    messages.map(({ ReceiptHandle }) =>
      queue.sqs.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle })),
    ),
  );
}
