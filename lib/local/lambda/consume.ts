import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

export interface Consumer {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  /** Messages taken at once. */
  readonly batchSize: number;
  /** Takes care of messages and says which: the others come again after the visibility timeout. */
  readonly handle: (messages: readonly Message[]) => Promise<readonly Message[]> | readonly Message[];
  /** Told of a batch that threw. */
  readonly failed: (error: unknown) => void;
}

/** Hands over the messages of a queue, in its order, until the signal aborts. */
export async function consume(consumer: Consumer, signal: AbortSignal): Promise<void> {
  const { sqs, queueUrl, batchSize, handle, failed } = consumer;
  const receive = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: batchSize,
    WaitTimeSeconds: 20,
    MessageSystemAttributeNames: ['All'],
  });
  while (!signal.aborted) {
    try {
      const { Messages = [] } = await sqs.send(receive, { abortSignal: signal });
      for (const { ReceiptHandle } of Messages.length === 0 ? [] : await handle(Messages)) {
        await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
      }
    } catch (error) {
      if (!signal.aborted) failed(error);
    }
  }
}
