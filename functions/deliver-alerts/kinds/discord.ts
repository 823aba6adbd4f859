import * as z from 'zod';
import type { EpochMilliseconds } from '../../chain/units.ts';
import { parsedJson } from '../../runtime/parsed-json.ts';
import type { Answer } from '../net/send.ts';
import {
  boundedWait,
  type ChatMessage,
  headerOf,
  jsonCall,
  judgeStatus,
  laneName,
  type Outcome,
  type Service,
  type Tone,
} from './service.ts';

export const discordParameter = z.object({ url: z.string() });

/** A webhook takes 5 calls in 2 s: https://docs.discord.com/developers/topics/rate-limits. Late calls may come bunched, so we make 4. */
const rate = { burst: 1, intervalMs: 500 };

/** https://docs.discord.com/developers/resources/webhook#execute-webhook */
export function createDiscord({ url }: z.infer<typeof discordParameter>): Service {
  return {
    url,
    callOf: ({ chat }, earlier) =>
      earlier === null
        ? jsonCall(withId(url), discordPayload(chat))
        : jsonCall(messageUrl(url, earlier), discordPayload(chat), 'PATCH'),
    lanes: [{ name: laneName('discord', url), ...rate }],
    judge: judgeDiscord,
    secrets: [url],
  };
}

/** Makes Discord answer with the message, and so with its id. */
function withId(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.set('wait', 'true');
  return parsed.href;
}

function messageUrl(url: string, id: string): string {
  const parsed = new URL(url);
  parsed.pathname = `${parsed.pathname.replace(/\/$/, '')}/messages/${id}`;
  return parsed.href;
}

const colours: Readonly<Record<Tone, number>> = {
  in: 0x2e_a0_43,
  out: 0x03_66_d6,
  warning: 0xff_8c_00,
  danger: 0xff_00_00,
  undone: 0x6a_73_7d,
  well: 0x6a_73_7d,
};

/** `content` is what a locked phone shows, and holds no link; the embed has the rest. */
export function discordPayload({ headline, lines, link, tone }: ChatMessage) {
  const description = lines.map(escaped).join('\n');
  const embed = {
    color: colours[tone],
    ...(link === null ? {} : { title: link.text, url: link.url }),
    ...(description === '' ? {} : { description }),
  };
  return {
    content: escaped(headline),
    embeds: link === null && description === '' ? [] : [embed],
    allowed_mentions: { parse: [] },
  };
}

/** https://docs.discord.com/developers/reference#message-formatting */
function escaped(text: string): string {
  return text.replace(/[\\*_~`|<>[\]]/g, '\\$&');
}

const created = parsedJson(z.object({ id: z.string().regex(/^\d{1,25}$/) }));
const throttled = parsedJson(z.object({ retry_after: z.number() }));
/** "Unknown Message": https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const unknownMessage = parsedJson(z.object({ code: z.literal(10_008) }));

function judgeDiscord(answer: Answer, now: EpochMilliseconds): Outcome {
  const { status, body, headers } = answer;
  if (status === 404 && unknownMessage.safeParse(body).success) return { kind: 'refused' };
  const outcome = judgeStatus(answer, now);
  if (outcome.kind === 'delivered') {
    const left = headerOf(headers, 'x-ratelimit-remaining');
    const reset = Number(headerOf(headers, 'x-ratelimit-reset-after'));
    const silentMs = left === '0' ? (boundedWait(reset * 1000) ?? 0) : 0;
    return { kind: 'delivered', reference: created.safeParse(body).data?.id ?? null, silentMs };
  }
  if (outcome.kind !== 'throttled') return outcome;
  const inBody = throttled.safeParse(body).data?.retry_after;
  return { kind: 'throttled', waitMs: outcome.waitMs ?? boundedWait((inBody ?? Number.NaN) * 1000) };
}
