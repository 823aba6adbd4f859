import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { DestinationKind } from '../../../functions/deliver-alerts/environment.ts';
import { createService, ParameterUnusable } from '../../../functions/deliver-alerts/kinds/create-service.ts';
import { telegramParameter } from '../../../functions/deliver-alerts/kinds/telegram.ts';
import { cleanText } from '../../../functions/text/safe-text.ts';
import { askLine, askSecret, isAsked } from '../prompt.ts';
import { type Streams, writeTo } from '../streams.ts';
import { Unusable } from '../unusable.ts';

/** The first question on a terminal. The whole JSON is a valid answer, too. */
export const firstFields: Readonly<Record<DestinationKind, readonly [field: string, asks: string]>> = {
  telegram: ['token', 'Token of the bot, from @BotFather'],
  slack: ['url', 'URL of the incoming webhook'],
  discord: ['url', 'URL of the webhook'],
  webhook: ['url', 'URL of the receiver'],
  pagerduty: ['routingKey', 'Integration key of the service (Events API v2)'],
};

/** JSON: from a pipe unchanged, on a terminal asked field by field. @throws Unusable if nothing is given */
export async function askDestination(name: string, kind: DestinationKind, streams: Streams): Promise<string> {
  const [field, asks] = firstFields[kind];
  if (!isAsked(streams)) return askSecret(`JSON for ${name} (${kind})`, streams);
  const typed = await askSecret(`${asks}, or all of it as JSON`, streams);
  if (typed.startsWith('{')) return typed;
  const secret = { [field]: typed };
  if (kind === 'telegram') return JSON.stringify({ ...secret, chat: await askChat(typed, streams) });
  if (kind === 'webhook') return JSON.stringify({ ...secret, secrets: [await askShared(streams)] });
  return JSON.stringify(secret);
}

async function askShared(streams: Streams): Promise<string> {
  const typed = await askLine('Secret of the receiver (whsec_…; Enter makes one):', streams);
  if (typed !== '') return typed;
  const made = newWebhookSecret();
  await writeTo(streams.stderr, `Give this secret to the receiver: ${made}\n`);
  return made;
}

/** Why messages can't be sent with this secret; null if they can. */
export function secretProblem(kind: DestinationKind, secret: string, allowLoopback: boolean): string | null {
  try {
    createService(kind, secret, { allowLoopback, movedTo: null });
    return null;
  } catch (error) {
    if (error instanceof ParameterUnusable) return error.message;
    throw error;
  }
}

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The id of the chat in which somebody has written to the bot, unless another is typed. */
export async function askChat(token: string, streams: Streams, api?: string): Promise<string> {
  for (;;) {
    const chats = await findChats(token, api);
    const typed = await askLine(chatQuestion(chats), streams);
    const [only, ...others] = chats;
    if (typed !== '') return typed;
    if (only !== undefined && others.length === 0) return only.id;
  }
}

interface Chat {
  readonly id: string;
  readonly name: string;
}

function chatQuestion(chats: readonly Chat[]): string {
  const found = chats.map(({ id, name }) => `${id} (${name})`).join(', ');
  if (chats.length === 0)
    return 'Write something to the bot, or add it to the group, then press Enter (or type the number of the chat):';
  if (chats.length === 1) return `Chat ${found}: Enter takes it, or type another number:`;
  return `The bot knows several chats: ${found}. Type the number of one:`;
}

const chat = z
  .object({ id: z.number(), title: z.string().optional(), first_name: z.string().optional() })
  .transform(({ id, title, first_name }) => ({
    id: String(id),
    name: cleanText(title ?? first_name ?? null) ?? 'without a name',
  }));
const within = z.object({ chat });
const updates = z.object({
  result: z.array(
    z.object({
      message: within.optional().catch(undefined),
      channel_post: within.optional().catch(undefined),
      my_chat_member: within.optional().catch(undefined),
    }),
  ),
});

/** Chats of a day (core.telegram.org/bots/api#getupdates); none without an answer. @throws Unusable for a wrong token */
async function findChats(token: string, otherApi?: string): Promise<Chat[]> {
  const { success, data } = telegramParameter.safeParse({ token, chat: 0, api: otherApi });
  if (!success) throw new Unusable('This is not a token of a bot: a token is digits, a colon, and letters.');
  const signal = AbortSignal.timeout(10_000);
  const reply = await fetch(`${data.api}/bot${token}/getUpdates`, { signal }).catch(() => null);
  if (reply?.status === 401 || reply?.status === 404)
    throw new Unusable('Telegram does not know this token: @BotFather has the right one.');
  const found = updates.safeParse(await reply?.json().catch(() => null)).data?.result ?? [];
  const chats = found.flatMap((one) => one.message ?? one.channel_post ?? one.my_chat_member ?? []);
  return [...new Map(chats.map(({ chat: { id, name } }) => [id, { id, name }])).values()];
}
