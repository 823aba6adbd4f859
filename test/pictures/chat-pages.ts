import * as z from 'zod';
import type { Alert } from '../../functions/alert/alert.ts';
import { alertMessage } from '../../functions/deliver-alerts/kinds/alert-message.ts';
import { discordPayload } from '../../functions/deliver-alerts/kinds/discord.ts';
import type { ChatMessage } from '../../functions/deliver-alerts/kinds/service.ts';
import { slackPayload } from '../../functions/deliver-alerts/kinds/slack.ts';
import { telegramText } from '../../functions/deliver-alerts/kinds/telegram.ts';

/** Pages that show payloads as the services' apps do on a phone, made only from the payloads. */
export const chatPages: Readonly<Record<string, (alerts: readonly Alert[]) => string>> = {
  telegram: (alerts) => page(telegramStyle, alerts, telegramMessage),
  slack: (alerts) => page(slackStyle, alerts, slackMessage),
  discord: (alerts) => page(discordStyle, alerts, discordMessage),
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const link = (url: string, text: string) => `<a href="${escaped(url)}">${escaped(text)}</a>`;
/** The payload after a round trip through JSON. */
const sent = <Shape extends z.ZodType>(shape: Shape, payload: object) =>
  shape.parse(JSON.parse(JSON.stringify(payload)));

const telegram = z.object({
  text: z.string(),
  entities: z.array(z.object({ offset: z.int(), length: z.int(), url: z.string() })).default([]),
});

function telegramMessage(message: ChatMessage): string {
  const { text, entities } = sent(telegram, telegramText(message));
  const [entity] = entities;
  if (entity === undefined) return `<div class="bubble">${escaped(text)}</div>`;
  const { offset, length, url } = entity;
  const linked = link(url, text.slice(offset, offset + length));
  return `<div class="bubble">${escaped(text.slice(0, offset))}${linked}${escaped(text.slice(offset + length))}</div>`;
}

const slackText = z.object({ text: z.string() });
const slack = z.object({
  blocks: z.array(z.object({ text: slackText.optional(), elements: z.array(slackText).default([]) }).loose()),
});

function slackMessage(message: ChatMessage): string {
  const { blocks } = sent(slack, slackPayload(message));
  const shown = blocks.map(({ text, elements }) => {
    if (text !== undefined) return `<p>${escaped(text.text)}</p>`;
    const [, url = '', name = ''] = /^<([^|]+)\|(.*)>$/.exec(elements[0]?.text ?? '') ?? [];
    return `<p class="context">${link(url, name)}</p>`;
  });
  return `<div class="message"><div class="avatar">🔔</div><div><b>Chainbell</b> <small>APP 03:04</small>${shown.join('')}</div></div>`;
}

const discord = z.object({
  content: z.string(),
  embeds: z.array(
    z.object({
      color: z.int(),
      title: z.string().optional(),
      url: z.string().optional(),
      description: z.string().optional(),
    }),
  ),
});

function discordMessage(message: ChatMessage): string {
  const { content, embeds } = sent(discord, discordPayload(message));
  // Discord shows a mark after a backslash, without the backslash.
  const plain = (text: string) => escaped(text.replace(/\\([^\w\s])/g, '$1'));
  const shown = embeds.map(({ color, title, url, description }) => {
    const head = title === undefined || url === undefined ? '' : `<p class="title">${link(url, title)}</p>`;
    const edge = `border-left-color: #${color.toString(16).padStart(6, '0')}`;
    return `<div class="embed" style="${edge}">${head}<p>${plain(description ?? '')}</p></div>`;
  });
  return `<div class="message"><div class="avatar">🔔</div><div><b>Chainbell</b> <small>APP 03:04</small><p>${plain(content)}</p>${shown.join('')}</div></div>`;
}

function page(style: string, alerts: readonly Alert[], show: (message: ChatMessage) => string): string {
  const messages = alerts.map((alert) => show(alertMessage(alert)));
  return `<!doctype html><meta charset="utf-8"><style>${common}${style}</style><body>${messages.join('\n')}</body>`;
}

const common = `
  * { box-sizing: border-box; margin: 0; }
  body { width: 390px; padding: 12px; font: 15px/1.35 Inter, system-ui, 'Noto Color Emoji', sans-serif; font-feature-settings: 'calt' 0; overflow-wrap: anywhere; }
  p, .bubble { white-space: pre-wrap; }
  .message { display: flex; gap: 10px; margin-bottom: 16px; }
  .message > div:last-child { flex: 1; min-width: 0; }
  .avatar { width: 36px; height: 36px; border-radius: 8px; background: #2f6feb; text-align: center; line-height: 36px; }
  small { color: #868686; font-size: 11px; }
`;
const telegramStyle = `
  body { background: #9fc0a8; }
  .bubble { background: #fff; border-radius: 14px 14px 14px 4px; padding: 8px 12px; margin-bottom: 10px; width: fit-content; max-width: 340px; }
  a { color: #2481cc; text-decoration: none; }
`;
const slackStyle = `
  body { background: #fff; color: #1d1c1d; }
  a { color: #1264a3; text-decoration: none; }
  p { margin-top: 4px; }
  .context { font-size: 13px; }
`;
const discordStyle = `
  body { background: #313338; color: #dbdee1; }
  .avatar { border-radius: 50%; }
  .embed { background: #2b2d31; border-left: 4px solid; border-radius: 4px; padding: 8px 12px; margin-top: 6px; font-size: 14px; }
  .title { font-weight: 600; margin-bottom: 4px; }
  a { color: #00a8fc; text-decoration: none; }
`;
