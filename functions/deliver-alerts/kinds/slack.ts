import * as z from 'zod';
import { type ChatMessage, jsonCall, judgeStatus, laneName, type Service } from './service.ts';

export const slackParameter = z.object({ url: z.string() });

/** "1 per second … short bursts": https://docs.slack.dev/apis/web-api/rate-limits */
const rate = { burst: 4, intervalMs: 1_050 };

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export function createSlack({ url }: z.infer<typeof slackParameter>): Service {
  return {
    url,
    callOf: ({ chat }) => jsonCall(url, slackPayload(chat)),
    lanes: [{ name: laneName('slack', url), ...rate }],
    judge: judgeStatus,
    secrets: [url],
  };
}

/** Strangers' texts are plain_text. `text` is for a locked phone: https://docs.slack.dev/messaging/formatting-message-text */
export function slackPayload({ headline, lines, link }: ChatMessage) {
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
  return {
    text: escaped(withoutMarks(headline)),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'section', text: plain(headline) },
      ...(lines.length === 0 ? [] : [{ type: 'section', text: plain(lines.join('\n')) }]),
      ...(link === null
        ? []
        : [{ type: 'context', elements: [{ type: 'mrkdwn', text: `<${link.url}|${escaped(link.text)}>` }] }]),
    ],
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const lookalikes: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': "'" };

/** mrkdwn has no escape for its marks: lookalikes replace them. */
function withoutMarks(text: string): string {
  return text.replace(/[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (mark) => lookalikes[mark] ?? mark);
}
