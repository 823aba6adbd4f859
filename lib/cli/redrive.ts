import { createHash } from 'node:crypto';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { parseOptions } from './parse-options.ts';
import { type Streams, writeTo } from './streams.ts';
import { Unusable } from './unusable.ts';
import { usage } from './usage.ts';

const options = { stack: 'the name of a stack: --stack Chainbell' } as const;

/**
 * `chainbell redrive <name>`: sends every dead letter of a destination to its own queue again. Region and credentials are
 * the environment's.
 * @returns the exit code: 1 where there is no such destination
 * @throws Unusable where nothing could be asked
 */
export async function redrive(argv: readonly string[], { stdout, stderr }: Streams): Promise<number> {
  const { values, positionals } = parseOptions(argv, options, 'chainbell --help');
  if (values.help) {
    await writeTo(stdout, usage);
    return 0;
  }
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0)
    throw new Unusable('chainbell redrive takes the name of one destination: chainbell redrive team');
  const stack = values.stack ?? 'Chainbell';
  const count = await redriveAll(`${stack}-${name}`);
  if (count === null) {
    await writeTo(stderr, `The stack ${stack} has no destination ${name} in this account and region.\n`);
    return 1;
  }
  await writeTo(stdout, `${count} ${count === 1 ? 'dead letter' : 'dead letters'} of ${name} sent again.\n`);
  return 0;
}

/** The SDK is loaded by this command alone: whoever has the package installed for its construct may have none. */
async function loadSdk() {
  try {
    return await import('@aws-sdk/client-sqs');
  } catch (error) {
    throw new Unusable('chainbell redrive needs the AWS SDK: npm install @aws-sdk/client-sqs', {
      cause: error,
    });
  }
}

/** Null where one of the two queues is not there. */
async function redriveAll(queueName: string): Promise<number | null> {
  const sdk = await loadSdk();
  const { QueueDoesNotExist } = sdk;
  if (!/^[\w-]{1,67}$/.test(queueName)) return null;
  const sqs = new sdk.SQSClient({});
  try {
    const urlOf = async (QueueName: string) =>
      (await sqs.send(new sdk.GetQueueUrlCommand({ QueueName }))).QueueUrl ?? '';
    return await moveAll(sqs, await urlOf(`${queueName}-dead-letters`), await urlOf(queueName));
  } catch (error) {
    if (error instanceof QueueDoesNotExist) return null;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new Unusable(`The dead letters can't be sent again: ${reason.replaceAll(/\s+/g, ' ')}`, {
      cause: error,
    });
  } finally {
    sqs.destroy();
  }
}

/** SQS may have more where it gives none at once. */
const emptyInARow = 2;

/**
 * Each message once: where the destination is still switched off it lies among the dead letters again in a moment, and
 * would be sent for ever.
 */
async function moveAll(sqs: SQSClient, from: string, to: string): Promise<number> {
  const { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand } = await loadSdk();
  const sent = new Set<string>();
  for (let empty = 0; empty < emptyInARow; ) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: from,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 1,
        VisibilityTimeout: 60,
      }),
    );
    const before = sent.size;
    for (const { Body = '', ReceiptHandle } of Messages) {
      const digest = createHash('sha256').update(Body).digest('hex');
      if (sent.has(digest)) continue;
      await sqs.send(new SendMessageCommand({ QueueUrl: to, MessageBody: Body }));
      sent.add(digest);
      await sqs.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }));
    }
    empty = sent.size === before ? empty + 1 : 0;
  }
  return sent.size;
}
