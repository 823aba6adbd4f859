import { alertMessage } from '../../functions/deliver-alerts/kinds/alert-message.ts';
import { discordPayload } from '../../functions/deliver-alerts/kinds/discord.ts';
import { operationsChat } from '../../functions/deliver-alerts/kinds/operations-chat.ts';
import type { ChatMessage } from '../../functions/deliver-alerts/kinds/service.ts';
import { slackPayload } from '../../functions/deliver-alerts/kinds/slack.ts';
import { telegramText } from '../../functions/deliver-alerts/kinds/telegram.ts';
import { repositoryRunbook } from '../../functions/incidents/operations-message.ts';
import { loopbackAccount } from '../local-engines.ts';
import type { AlertNews, OperationsNews, Published } from './news.ts';

const localOrigin = {
  runbookUrl: repositoryRunbook,
  stack: { name: 'Chainbell', region: loopbackAccount.region },
};

/** One message: its paragraphs, and the link below them. */
interface ShownChat {
  readonly paragraphs: readonly string[];
  readonly link: { readonly text: string; readonly url: string } | null;
  /** The colour at the left of what Discord sets off. */
  readonly edge?: string;
}

export interface MessageForms extends Published {
  readonly telegram: ShownChat;
  readonly slack: ShownChat;
  readonly discord: ShownChat;
}

/** The forms as published, and as the deliver function makes them for chats. */
export function alertForms(news: AlertNews): MessageForms {
  const message = alertMessage(news.alert, news.origin?.stack.name);
  return formsOf(news, news.madeUp ? { ...message, link: null } : message);
}

export function operationsForms(news: OperationsNews): MessageForms {
  const { json, subject, origin = localOrigin } = news;
  return formsOf(news, operationsChat(JSON.stringify(json), subject, origin));
}

function formsOf({ subject, email, sms, json }: Published, message: ChatMessage): MessageForms {
  const telegram = telegramShown(telegramText(message));
  const slack = slackShown(slackPayload(message));
  const discord = discordShown(discordPayload(message));
  return { subject, email, sms, json, telegram, slack, discord };
}

function telegramShown({ text, entities: [entity] = [] }: ReturnType<typeof telegramText>): ShownChat {
  if (entity === undefined) return { paragraphs: [text], link: null };
  const { offset, length, url } = entity;
  const linked = text.slice(offset, offset + length);
  return { paragraphs: [text.slice(0, offset).trimEnd()], link: { text: linked, url } };
}

function slackShown({ blocks }: ReturnType<typeof slackPayload>): ShownChat {
  const [, url, text] = /^<([^|]+)\|(.*)>$/.exec(blocks.at(-1)?.elements?.[0]?.text ?? '') ?? [];
  return {
    paragraphs: blocks.flatMap((block) => block.text?.text ?? []),
    link: url === undefined || text === undefined ? null : { text, url },
  };
}

/** The text as Discord shows it: without the backslashes that escape Markdown. */
function discordShown({ content, embeds: [embed] }: ReturnType<typeof discordPayload>): ShownChat {
  const { title: text, url, description, color = 0 } = embed ?? {};
  return {
    edge: `#${color.toString(16).padStart(6, '0')}`,
    paragraphs: [content, ...(description === undefined ? [] : [description])].map((one) =>
      one.replace(/\\([\\*_~`|<>[\]])/g, '$1'),
    ),
    link: url === undefined || text === undefined ? null : { text, url },
  };
}
