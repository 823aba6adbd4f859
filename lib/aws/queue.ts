import { Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** Actions that Lambda needs to take messages for a function. */
export const taking = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];

interface OwnQueueProps extends QueueProps {
  /** Why the queue needs no dead-letter queue, for cdk-nag. */
  readonly noDeadLetters?: string;
}

/** A queue encrypted with SQS's free key and reached by TLS only. */
export function makeQueue(scope: Construct, id: string, { noDeadLetters, ...props }: OwnQueueProps): Queue {
  const queue = new Queue(scope, id, { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, ...props });
  if (noDeadLetters !== undefined)
    Validations.of(queue).acknowledge({ id: 'AwsSolutions-SQS3', reason: noDeadLetters });
  return queue;
}
