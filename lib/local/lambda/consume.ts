import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

export interface Queue {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  /** Messages taken at once. */
  readonly batchSize: number;
}

/**
 * Hands over the messages of a queue, in its order, until the signal aborts.
 * @param handle false, or thrown: they come again after the visibility timeout
 * @param failed told of what was thrown
 */
export async function consume(
  { sqs, queueUrl: QueueUrl, batchSize: MaxNumberOfMessages }: Queue,
  handle: (messages: readonly Message[]) => Promise<boolean>,
  failed: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const request = { QueueUrl, MaxNumberOfMessages, WaitTimeSeconds: 20 };
  while (!signal.aborted) {
    try {
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(request), { abortSignal: signal });
      if (Messages.length === 0 || !(await handle(Messages))) continue;
      for (const { ReceiptHandle } of Messages) {
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      }
    } catch (error) {
      if (!signal.aborted) failed(error);
    }
  }
}
