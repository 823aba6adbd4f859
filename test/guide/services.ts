import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeenInMemory } from '../../docs/examples/seen/seen-in-memory.ts';
import { createReceiver } from '../../docs/examples/webhook-receiver/receiver.ts';
import { served } from '../../lib/simulated-api/serve-api.ts';
import { startReceiver } from '../support/fakes/receiver.ts';

/** A service on loopback that stands for one of the user's, and the messages that it got. */
export interface Service {
  readonly url: string;
  /** The messages, in the words that the guide shows. */
  readonly came: readonly string[];
  /** When each message came, in epoch milliseconds. */
  readonly cameAt: readonly number[];
  close(): Promise<void>;
}

/** A message comes with a poll, and polls come every three minutes. */
const patienceMs = 300_000;

/**
 * Waits for a service's message.
 * @param number 1 for the first
 * @throws Error if it does not come
 */
export async function messageOf({ came }: Service, number: number, what: string): Promise<string> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const one = came[number - 1];
    if (one !== undefined) return one;
    if (Date.now() > until)
      throw new Error(`no message number ${number} came to ${what}, but:\n${came.join('\n')}`);
    await sleep(100);
  }
}

/** CloudWatch's own messages, which come at any time: the guide does not count them. */
const ofAlarm = /^\S+ (ALARM|OK|INSUFFICIENT_DATA): /;

/** Telegram's Bot API: collects the text of each message that a bot sends. */
export async function startTelegram(token: string): Promise<Service> {
  const came: string[] = [];
  const cameAt: number[] = [];
  const receiver = await startReceiver(({ url, body }) => {
    if (url !== `/bot${token}/sendMessage`) return { status: 404, body: '{"ok":false}' };
    const { text } = JSON.parse(body);
    if (!ofAlarm.test(text)) {
      came.push(text);
      cameAt.push(Date.now());
    }
    return { status: 200, body: JSON.stringify({ ok: true, result: { message_id: Date.now() } }) };
  });
  return { url: receiver.url, came, cameAt, close: () => receiver.close() };
}

/**
 * The example's own receiver, which accepts only requests that are signed with one of the secrets.
 * @param secrets may be filled later
 */
export async function startWebhook(secrets: readonly string[]): Promise<Service> {
  const came: string[] = [];
  const cameAt: number[] = [];
  const act = async (message: unknown) => {
    came.push(JSON.stringify(message, null, 2));
    cameAt.push(Date.now());
  };
  const server = createServer(createReceiver({ secrets, seen: new SeenInMemory(), act }));
  const { address, stop } = await served(server);
  return { url: address, came, cameAt, close: stop };
}
