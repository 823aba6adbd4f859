import { hash } from 'node:crypto';
import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import { createTokenBucket } from '../rate/rate-limiter.ts';
import type { Clock } from '../runtime/clock.ts';
import type { IncidentType } from './incident-texts.ts';
import { type OperationsMessage, operationsOriginOf } from './operations-message.ts';
import { messageForms } from './operations-text.ts';

/** SNS silently disables an email subscription above ten messages a second; several functions may publish at once. */
const messagesPerSecond = 3;

/** Publishes one function's messages: plain text for email and SMS, JSON for the rest. @param settings of its environment */
export function createOperationsPublisher(
  settings: Parameters<typeof operationsOriginOf>[0],
  { sns, clock }: { readonly sns: SNSClient; readonly clock: Clock },
): (message: OperationsMessage) => Promise<void> {
  const origin = operationsOriginOf(settings);
  const pace = createTokenBucket({ perSecond: messagesPerSecond, clock });
  return async (message) => {
    const { json, subject, email, sms } = messageForms(message, origin);
    await pace.take(Number.POSITIVE_INFINITY);
    await sns.send(
      new PublishCommand({
        TopicArn: settings.OPS_TOPIC_ARN,
        Subject: subject,
        MessageStructure: 'json',
        Message: JSON.stringify({ default: JSON.stringify(json), email, sms }),
        MessageAttributes: {
          type: { DataType: 'String', StringValue: message.type },
          state: { DataType: 'String', StringValue: message.state },
        },
      }),
    );
  };
}

/** Maximum single messages of a kind; further ones are combined. More for rows, because each has a fault of its own. */
const namedPerKind = (type: IncidentType) => (type.startsWith('row.') ? 25 : 10);
/** Incidents that began by a message each may have more single messages at their end: see isJoint. */
const limitOf = ({ type, state, joint }: OperationsMessage) =>
  namedPerKind(type) * (state === 'ended' && joint === undefined ? 4 : 1);
/** Up to this many wallets with one cause get a message each; more wallets share one message. */
const namedPerCause = 3;
/** A message holds 256 KB in three forms of its text. */
const maxListLength = 20_000;

interface Group {
  readonly joint: string;
  readonly cause: string;
  readonly alike: OperationsMessage[];
}

/** Identifies a joint message, for a pager. */
const jointOf = (text: string) => hash('sha256', text).slice(0, 16);

/** Publishes some messages of each kind singly, and combines the others at flush, which is called once. Both return a combined message's `joint`. */
export function createBatcher(publish: (message: OperationsMessage) => Promise<void>) {
  const met = new Map<string, OperationsMessage[]>();
  const shared = new Map<string, Group>();
  return {
    /** For a cause that many wallets share. @param cause as the message says it */
    share(group: string, cause: string, message: OperationsMessage): string {
      const joint = message.joint ?? jointOf(group);
      const key = `${message.type} ${message.state} ${joint} ${group}`;
      const ofGroup = shared.get(key) ?? { joint, cause, alike: [] };
      shared.set(key, ofGroup);
      ofGroup.alike.push(message);
      return joint;
    },
    async publish(message: OperationsMessage): Promise<string | undefined> {
      const kind = `${message.type} ${message.state} ${message.joint}`;
      const alike = met.get(kind) ?? [];
      met.set(kind, alike);
      alike.push(message);
      const first = alike[limitOf(message)];
      if (first === undefined) await publish(message);
      return first && jointOf(JSON.stringify(first));
    },
    async flush(): Promise<void> {
      for (const alike of met.values()) {
        const [first, ...more] = alike.filter((one, i) => i >= limitOf(one));
        if (first !== undefined) await publish(summedUp(first, [first, ...more]));
      }
      for (const group of shared.values()) {
        const [first, ...more] = group.alike;
        if (first !== undefined) await publish(more.length === 0 ? first : ofMany(first, group));
      }
    },
  };
}

/** @returns the `joint` of each message */
export async function publishAll(
  messages: readonly OperationsMessage[],
  publish: (message: OperationsMessage) => Promise<void>,
): Promise<(string | undefined)[]> {
  const batcher = createBatcher(publish);
  const joints: (string | undefined)[] = [];
  const causeOf = ({ reason, past }: OperationsMessage) => past?.was ?? reason;
  const groupOf = (message: OperationsMessage) => `${message.joint} ${causeOf(message)}`;
  const alike = Map.groupBy(messages, groupOf);
  for (const message of messages) {
    const { about, state, joint } = message;
    const isShared = about?.isShared && isJoint(state, joint, alike.get(groupOf(message)));
    if (isShared) joints.push(batcher.share(causeOf(message), causeOf(message), message));
    else joints.push(await batcher.publish(message));
  }
  await batcher.flush();
  return joints;
}

/** Whether one message reports them. Incidents that began by a message each also end by one each, as a pager requires. */
export function isJoint(
  state: string | null,
  joint: string | null | undefined,
  alike: readonly unknown[] = [],
): boolean {
  return alike.length > namedPerCause && (state === 'began' || joint != null);
}

function summedUp(first: OperationsMessage, messages: readonly OperationsMessage[]): OperationsMessage {
  const { version, type, state, at, destination, whatToDo } = first;
  return {
    ...{ version, type, state, at, destination, wallet: null, chain: null },
    reason: `${messages.length} more: ${list(messages, ({ wallet, chain, reason }) =>
      wallet === null ? reason : `${wallet}, ${chain}: ${reason}`,
    )}`,
    whatToDo: state === 'ended' ? whatToDo : 'For each of them do what its reason asks for.',
    part: first.joint ?? jointOf(JSON.stringify(first)),
    about: { detail: `${messages.length} more` },
  };
}

function ofMany(first: OperationsMessage, { joint, cause, alike }: Group): OperationsMessage {
  const { version, type, state, at, whatToDo, past } = first;
  const wallets = `${alike.length} wallets`;
  const names = list(alike, ({ wallet, chain }) => `${wallet}, ${chain}`);
  return {
    ...{ version, type, state, at, whatToDo, wallet: null, chain: null },
    reason: `${past === undefined ? '' : `${past.why}. It was: `}${cause} For ${wallets}: ${names}`,
    // A pager must not take the end of one cause for that of another.
    part: joint,
    about: { detail: wallets },
  };
}

function list(
  messages: readonly OperationsMessage[],
  textOf: (message: OperationsMessage) => string,
): string {
  let text = '';
  for (const [named, message] of messages.entries()) {
    const one = `${named === 0 ? '' : ' | '}${textOf(message)}`;
    if (text.length + one.length > maxListLength) return `${text} | and ${messages.length - named} more.`;
    text += one;
  }
  return text;
}
