import * as z from 'zod';
import type { EpochMilliseconds } from '../../chain/units.ts';
import { parsedJson } from '../../runtime/parsed-json.ts';
import type { Answer } from '../net/send.ts';
import {
  boundedWait,
  type ChatMessage,
  jsonCall,
  judgeStatus,
  type Lane,
  laneName,
  type Outcome,
  type Service,
} from './service.ts';

/** A number, or a channel's `@name`; Telegram judges it. */
const chatId = z.union([z.string().regex(/^\S{1,100}$/), z.int()]);
const digits = z.string().regex(/^\d{1,15}$/);
const publicApi = 'https://api.telegram.org';

export const telegramParameter = z.object({
  /** The token becomes part of a URL's path, so only safe characters pass. Telegram judges whether it is valid. */
  token: z.string().regex(/^[\w:-]{0,199}[\w-]$/),
  chat: chatId,
  thread: z.union([z.int().positive(), digits.transform(Number)]).optional(),
  api: z
    .string()
    .default(publicApi)
    .transform((text) => text.replace(/\/+$/, '')),
});

/** https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this */
const rates = {
  chat: { burst: 3, intervalMs: 1_050 },
  group: { burst: 3, intervalMs: 3_600 },
  token: { burst: 10, intervalMs: 52 },
} as const;

/** https://core.telegram.org/bots/api#sendmessage */
export function createTelegram(
  { token, chat: first, thread, api }: z.infer<typeof telegramParameter>,
  movedTo: number | null,
): Service {
  const chat = movedTo ?? first;
  const call = (method: string, body: object) => jsonCall(`${api}/bot${token}/${method}`, body);
  return {
    url: api,
    callOf: (message, earlier) => {
      const said = { chat_id: chat, ...telegramText(message.chat) };
      if (earlier !== null) return call('editMessageText', { message_id: Number(earlier), ...said });
      return call('sendMessage', { ...(thread !== undefined && { message_thread_id: thread }), ...said });
    },
    lanes: lanesOf(token, String(chat)),
    judge: judgeTelegram,
    // The bot's id before the colon is public.
    secrets: [token, token.slice(token.indexOf(':') + 1)],
  };
}

function lanesOf(token: string, chat: string): Lane[] {
  // Groups and channels have negative ids; a name may be either.
  const isGroup = chat.startsWith('-') || chat.startsWith('@');
  return [
    ...(isGroup ? [{ name: laneName('telegram-group', token, chat), ...rates.group }] : []),
    { name: laneName('telegram-chat', token, chat), ...rates.chat },
    { name: laneName('telegram-token', token), ...rates.token },
  ];
}

/** No parse_mode: nothing is markup. The one link is an entity, by its place in UTF-16 units. */
export function telegramText({ headline, lines, link }: ChatMessage) {
  const said = [headline, ...lines].join('\n');
  const link_preview_options = { is_disabled: true };
  if (link === null) return { text: said, link_preview_options };
  const offset = said.length + 1;
  return {
    text: `${said}\n${link.text}`,
    entities: [{ type: 'text_link', offset, length: link.text.length, url: link.url }],
    link_preview_options,
  };
}

/** https://core.telegram.org/bots/api#making-requests and #responseparameters */
const reply = parsedJson(
  z.object({
    description: z.string().optional(),
    result: z.object({ message_id: z.int() }).optional().catch(undefined),
    parameters: z
      .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.int().optional() })
      .optional(),
  }),
);

function judgeTelegram(answer: Answer, now: EpochMilliseconds): Outcome {
  const said = reply.safeParse(answer.body).data;
  const outcome = judgeStatus(answer, now, [401, 404]);
  const movedTo = said?.parameters?.migrate_to_chat_id;
  if (answer.status === 400 && movedTo !== undefined) return { kind: 'moved', chat: movedTo };
  // It was edited before, and the answer was lost.
  if (answer.status === 400 && /message is not modified/i.test(said?.description ?? ''))
    return { kind: 'delivered', reference: null, silentMs: 0 };
  if (outcome.kind === 'throttled') {
    const inBody = boundedWait((said?.parameters?.retry_after ?? Number.NaN) * 1000);
    return { kind: 'throttled', waitMs: inBody ?? outcome.waitMs };
  }
  if (outcome.kind !== 'delivered') return outcome;
  const id = said?.result?.message_id;
  return { ...outcome, reference: id === undefined ? null : String(id) };
}
