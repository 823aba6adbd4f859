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
/** A pager needs an end for each single beginning, so such ends may have four times as many single messages. */
const limitOf = ({ type, state, joint }: OperationsMessage) =>
  namedPerKind(type) * (state === 'ended' && joint === undefined ? 4 : 1);
/** Up to this many wallets with one cause get a message each; more wallets share one message. */
const namedPerCause = 3;
/** A message holds 256 KB in three forms of its text. */
const maxListLength = 20_000;

/** A message to publish. */
export interface Announcement {
  readonly message: OperationsMessage;
  /** Why it is published, as one message for many wallets says it; absent: no other wallet shares its cause. */
  readonly cause?: string | undefined;
}

const kindOf = ({ message: { type, state, joint } }: Announcement) => `${type} ${state} ${joint}`;
/** The advice may name the chain. */
const causeOf = ({ cause, message: { whatToDo } }: Announcement) => `${cause} ${whatToDo}`;

/** Identifies a joint message, for a pager. */
const jointOf = (text: string) => hash('sha256', text).slice(0, 16);

/**
 * Publishes one message for all wallets that share a cause. All other messages are published singly, up to a limit for each kind, and
 * one more message lists the rest.
 * @returns for each announcement in a joint message, the message's `part`; undefined for the others
 */
export function publishAll(
  announced: readonly Announcement[],
  publish: (message: OperationsMessage) => Promise<void>,
): ReadonlyMap<Announcement, Promise<string | undefined>> {
  const alike = Map.groupBy(announced, (one) => `${kindOf(one)} ${causeOf(one)}`);
  const shared = alike.values().filter(shareOneMessage).toArray();
  const inShared = new Set(shared.flat());
  const others = announced.filter((one) => !inShared.has(one));
  const published = new Map<Announcement, Promise<string | undefined>>();
  for (const { message, about } of [
    ...Map.groupBy(others, kindOf).values().flatMap(ownMessages),
    ...shared.flatMap(sharedMessages),
  ]) {
    const isJoint = !about.some((one) => one.message === message);
    const done = publish(message).then(() => (isJoint ? message.part : undefined));
    for (const one of about) published.set(one, done);
  }
  return published;
}

/** Ends share one message only if their beginnings did: a pager needs an end for each single beginning. */
function shareOneMessage([first, ...more]: readonly Announcement[]): boolean {
  if (first?.cause === undefined || more.length < namedPerCause) return false;
  return first.message.state === 'began' || first.message.joint !== undefined;
}

interface Publication {
  readonly message: OperationsMessage;
  readonly about: readonly Announcement[];
}

function ownMessages(alike: readonly Announcement[]): Publication[] {
  const single = alike.filter(({ message }, at) => at < limitOf(message));
  const publications: Publication[] = single.map((one) => ({ message: one.message, about: [one] }));
  const rest = alike.slice(single.length);
  const [first] = rest;
  if (first === undefined) return publications;
  const textOf = (one: OperationsMessage) =>
    one.wallet === null ? one.reason : `${walletAndChain(one)}: ${one.reason}`;
  const detail = `${rest.length} more`;
  const message = jointMessage(first, {
    detail,
    reason: `${detail}: ${listed(rest, textOf)}`,
    identity: JSON.stringify(first.message),
  });
  const isOver = message.state === 'ended';
  const whatToDo = isOver ? message.whatToDo : 'For each of them do what its reason asks for.';
  return [...publications, { message: { ...message, whatToDo }, about: rest }];
}

function sharedMessages(about: readonly Announcement[]): Publication[] {
  const [first] = about;
  if (first === undefined) return [];
  const { past } = first.message;
  const over = past === undefined ? '' : `${past.why}. It was: `;
  const detail = `${about.length} wallets`;
  const reason = `${over}${first.cause} For ${detail}: ${listed(about, walletAndChain)}`;
  // A pager must not take the end of one cause for that of another.
  return [{ message: jointMessage(first, { detail, reason, identity: causeOf(first) }), about }];
}

const walletAndChain = ({ wallet, chain }: OperationsMessage) => `${wallet}, ${chain}`;

/** @param identity a text that no other joint message has; an end takes the `part` of its beginning instead */
function jointMessage(
  { message }: Announcement,
  text: { readonly detail: string; readonly reason: string; readonly identity: string },
): OperationsMessage {
  const { version, type, state, at, destination, whatToDo, joint } = message;
  const { detail, reason, identity } = text;
  return {
    version,
    type,
    state,
    at,
    destination,
    whatToDo,
    wallet: null,
    chain: null,
    reason,
    part: joint ?? jointOf(identity),
    about: { detail },
  };
}

function listed(about: readonly Announcement[], textOf: (message: OperationsMessage) => string): string {
  let text = '';
  for (const [named, { message }] of about.entries()) {
    const one = `${named === 0 ? '' : ' | '}${textOf(message)}`;
    if (text.length + one.length > maxListLength) return `${text} | and ${about.length - named} more.`;
    text += one;
  }
  return text;
}
