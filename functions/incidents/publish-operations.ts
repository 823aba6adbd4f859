import { hash } from 'node:crypto';
import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import { createTokenBucket } from '../rate/rate-limiter.ts';
import type { Clock } from '../runtime/clock.ts';
import type { IncidentType } from './incident-texts.ts';
import { type OperationsMessage, operationsOriginOf } from './operations-message.ts';
import { operationsEmail, operationsSms, operationsSubject } from './operations-text.ts';

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
    const { about, since: _since, past: _past, ...json } = message;
    await pace.take(Number.POSITIVE_INFINITY);
    await sns.send(
      new PublishCommand({
        TopicArn: settings.OPS_TOPIC_ARN,
        Subject: operationsSubject(message),
        MessageStructure: 'json',
        Message: JSON.stringify({
          default: JSON.stringify(about?.isSource ? { ...json, isSource: true } : json),
          email: operationsEmail(message, origin),
          sms: operationsSms(message),
        }),
        MessageAttributes: {
          type: { DataType: 'String', StringValue: message.type },
          state: { DataType: 'String', StringValue: message.state },
        },
      }),
    );
  };
}

/** Further messages of a kind are combined. Each row has a fault of its own, so more rows get their own message. */
const namedPerKind = (type: IncidentType) => (type.startsWith('row.') ? 25 : 10);
/** Up to this many wallets with one cause get a message each; more share one message. */
export const namedPerCause = 3;
/** A message holds 256 KB in three forms of its text. */
const maxListLength = 20_000;

interface Group {
  readonly group: string;
  readonly cause: string;
  readonly alike: OperationsMessage[];
}

/** Some of each kind get messages of their own, the others one message at flush. */
export function createBatcher(publish: (message: OperationsMessage) => Promise<void>) {
  const met = new Map<string, OperationsMessage[]>();
  const shared = new Map<string, Group>();
  return {
    /** For a cause that many wallets share: one message of a group at flush. @param cause as the message says it */
    share(group: string, cause: string, message: OperationsMessage): void {
      const key = `${message.type} ${message.state} ${group}`;
      const ofGroup = shared.get(key) ?? { group, cause, alike: [] };
      shared.set(key, ofGroup);
      ofGroup.alike.push(message);
    },
    async publish(message: OperationsMessage): Promise<void> {
      const kind = `${message.type} ${message.state}`;
      const alike = met.get(kind) ?? [];
      met.set(kind, alike);
      alike.push(message);
      if (alike.length <= namedPerKind(message.type)) await publish(message);
    },
    async flush(): Promise<void> {
      for (const alike of met.values()) {
        const [first, ...more] = alike.filter(({ type }, i) => i >= namedPerKind(type));
        if (first !== undefined) await publish(summedUp(first, [first, ...more]));
      }
      for (const group of shared.values()) {
        const [first, ...more] = group.alike;
        if (first !== undefined) await publish(more.length === 0 ? first : ofMany(first, group));
      }
      met.clear();
      shared.clear();
    },
  };
}

export async function publishAll(
  messages: readonly OperationsMessage[],
  publish: (message: OperationsMessage) => Promise<void>,
): Promise<void> {
  const batcher = createBatcher(publish);
  const causeOf = ({ reason, past }: OperationsMessage) => past?.was ?? reason;
  // Group by time too: a pager would not end incidents that began by a message each by one message for many.
  const groupOf = (message: OperationsMessage) => `${message.since} ${causeOf(message)}`;
  const alike = Map.groupBy(messages, groupOf);
  for (const message of messages) {
    const isShared = message.about?.isShared && (alike.get(groupOf(message))?.length ?? 0) > namedPerCause;
    if (isShared) batcher.share(causeOf(message), causeOf(message), message);
    else await batcher.publish(message);
  }
  await batcher.flush();
}

function summedUp(first: OperationsMessage, messages: readonly OperationsMessage[]): OperationsMessage {
  const { version, type, state, at, destination, whatToDo } = first;
  return {
    ...{ version, type, state, at, destination, wallet: null, chain: null },
    reason: `${messages.length} more: ${list(messages, ({ wallet, chain, reason }) =>
      wallet === null ? reason : `${wallet}, ${chain}: ${reason}`,
    )}`,
    whatToDo: state === 'ended' ? whatToDo : 'For each of them do what its reason asks for.',
    about: { detail: `${messages.length} more` },
  };
}

function ofMany(first: OperationsMessage, { group, cause, alike }: Group): OperationsMessage {
  const { version, type, state, at, whatToDo, past } = first;
  const wallets = `${alike.length} wallets`;
  const names = list(alike, ({ wallet, chain }) => `${wallet}, ${chain}`);
  return {
    ...{ version, type, state, at, whatToDo, wallet: null, chain: null },
    reason: `${past === undefined ? '' : `${past.why}. It was: `}${cause} For ${wallets}: ${names}`,
    // A pager must not take the end of one cause for that of another.
    part: hash('sha256', group).slice(0, 16),
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
