import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { type CommandModule, onStack, type Permission } from '../frame/command.ts';
import type { Aws } from '../stack/aws.ts';
import { messageOf, Unfinished } from '../unusable.ts';

export const redrivePermissions = [
  { action: 'sqs:GetQueueUrl', on: ['deadLetters', 'destinationQueues'] },
  { action: 'sqs:ReceiveMessage', on: ['deadLetters'] },
  { action: 'sqs:DeleteMessage', on: ['deadLetters'] },
  { action: 'sqs:SendMessage', on: ['destinationQueues'] },
] as const satisfies readonly Permission[];

export const redrive: CommandModule = {
  permissions: redrivePermissions,
  examples: ['chainbell redrive team', 'chainbell redrive team --stack Second'],
  make: (name, { openAws, say }) =>
    onStack(name)
      .argument('<name>', 'the name of the destination')
      .action(async (destination, { stack, region, ...options }) => {
        const sent = await redriveAll(`${stack}-${destination}`, openAws(region ?? null));
        if (sent === null)
          throw new Unfinished(
            `The stack ${stack} has no destination ${destination} in this account and region.`,
          );
        const none = `${destination} has no dead letters to send again. If a redrive broke off, SQS hides its letters for a minute: repeat it then.\n`;
        const text = sent === 0 ? none : `${sentAgain(sent, destination)}\n`;
        await say(options, { destination, sent }, text);
      }),
};

export function deadLetters(count: number): string {
  return `${count} ${count === 1 ? 'dead letter' : 'dead letters'}`;
}

/** @param of a destination or its queue */
export function sentAgain(count: number, of: string): string {
  return `${deadLetters(count)} of ${of} sent again. Delivery begins in ${delaySeconds} seconds, when a secret that was just set is in use. A destination that is switched off refuses them until its secret changes.`;
}

/** Longer than workers remember a secret (functions/deliver-alerts/delivery/target.ts): the old secret would make dead letters again. */
const delaySeconds = 15;

/** Null if a queue is missing. @param queueName the stack's name and the destination's, `Chainbell-team` */
export async function redriveAll(queueName: string, aws: Aws): Promise<number | null> {
  if (!/^[\w-]{1,67}$/.test(queueName)) return null;
  const sqs = await aws.sqs();
  try {
    const urlOf = async (QueueName: string) =>
      (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? '';
    return await moveAll(sqs, await urlOf(`${queueName}-dead-letters`), await urlOf(queueName));
  } catch (error) {
    if (error instanceof QueueDoesNotExist) return null;
    throw error;
  }
}

/** Finds all letters before it sends one: a switched-off destination buries each again, and this loop would send it again. */
async function moveAll(sqs: SQSClient, from: string, to: string): Promise<number> {
  const letters = await lettersIn(sqs, from);
  let sent = 0;
  try {
    for (const { Body = '', ReceiptHandle } of letters) {
      await sqs.send(new SendMessageCommand({ QueueUrl: to, MessageBody: Body, DelaySeconds: delaySeconds }));
      sent += 1;
      await sqs.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }));
    }
    return sent;
  } catch (error) {
    throw sent === 0 ? error : new Unfinished(`Sent again: ${sent}. Then: ${messageOf(error)}`);
  }
}

/** Letters in the order of their publication. SQS gives them in any order, and may give none although some are left. */
async function lettersIn(sqs: SQSClient, QueueUrl: string): Promise<readonly Message[]> {
  const found = new Map<string | undefined, Message>();
  const asked = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1, VisibilityTimeout: 60 };
  for (let empty = 0; empty < 2; ) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(asked));
    const before = found.size;
    for (const message of Messages) found.set(message.MessageId, message);
    empty = found.size === before ? empty + 1 : 0;
  }
  const publishedAt = ({ Body = '' }: Message) => /"Timestamp"\s*:\s*"([^"]+)"/.exec(Body)?.[1] ?? '';
  return [...found.values()].sort((a, b) => publishedAt(a).localeCompare(publishedAt(b)));
}
