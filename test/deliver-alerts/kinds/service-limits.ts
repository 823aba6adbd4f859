/**
 * The services' documented limits on a message's size and form, as far as our messages use them. Each function returns the faults.
 */

interface TelegramPayload {
  readonly text: string;
  readonly entities?: readonly { type: string; offset: number; length: number; url?: string }[];
  readonly link_preview_options?: { readonly is_disabled?: boolean };
  readonly parse_mode?: string;
}

/** https://core.telegram.org/bots/api#sendmessage: text "1-4096 characters after entities parsing". */
export function telegramFaults(payload: TelegramPayload): string[] {
  const { text, entities = [], link_preview_options, parse_mode } = payload;
  return [
    ...(text.length >= 1 && text.length <= 4096 ? [] : [`text of ${text.length}`]),
    ...(parse_mode === undefined ? [] : ['a parse_mode']),
    ...(link_preview_options?.is_disabled === true ? [] : ['a link preview']),
    // https://core.telegram.org/bots/api#messageentity: in UTF-16 code units
    ...entities.flatMap(({ type, offset, length }) =>
      type === 'text_link' && length > 0 && offset + length <= text.length
        ? []
        : [`an entity ${type} at ${offset}`],
    ),
  ];
}

interface SlackPayload {
  readonly text: string;
  readonly unfurl_links?: boolean;
  readonly unfurl_media?: boolean;
  readonly blocks: readonly { type: string; text?: SlackText; elements?: readonly SlackText[] }[];
}
interface SlackText {
  readonly type: string;
  readonly text: string;
}

/** https://docs.slack.dev/reference/block-kit/blocks and https://docs.slack.dev/reference/methods/chat.postMessage */
export function slackFaults({ text, blocks, unfurl_links, unfurl_media }: SlackPayload): string[] {
  const texts = blocks.flatMap((block) => [...(block.text ? [block.text] : []), ...(block.elements ?? [])]);
  return [
    // "we recommend … 4,000 characters"
    ...(text.length >= 1 && text.length <= 4000 ? [] : [`text of ${text.length}`]),
    ...(/[<>]|&(?!(amp|lt|gt);)/.test(text) ? ['text is not escaped'] : []),
    ...(blocks.length <= 50 ? [] : ['over 50 blocks']),
    ...(unfurl_links === false && unfurl_media === false ? [] : ['links unfurl']),
    ...texts.flatMap((one) =>
      one.text.length >= 1 && one.text.length <= 3000 ? [] : [`a text of ${one.text.length}`],
    ),
  ];
}

interface DiscordPayload {
  readonly content: string;
  readonly embeds: readonly { title?: string; description?: string; url?: string }[];
  readonly allowed_mentions?: { readonly parse?: readonly string[] };
}

/**
 * https://docs.discord.com/developers/resources/webhook#execute-webhook: content up to 2000 characters, 10 embeds;
 * https://docs.discord.com/developers/resources/message#embed-object-embed-limits: title 256, description 4096, 6000 in all.
 */
export function discordFaults({ content, embeds, allowed_mentions }: DiscordPayload): string[] {
  const inEmbeds = embeds.map(({ title = '', description = '' }) => title.length + description.length);
  return [
    ...(content.length >= 1 && content.length <= 2000 ? [] : [`content of ${content.length}`]),
    ...(embeds.length <= 10 ? [] : ['over 10 embeds']),
    ...embeds.flatMap(({ title = '', description = '' }) =>
      title.length <= 256 && description.length <= 4096 ? [] : ['an embed too long'],
    ),
    ...(inEmbeds.reduce((sum, length) => sum + length, 0) <= 6000 ? [] : ['embeds too long']),
    ...(JSON.stringify(allowed_mentions) === '{"parse":[]}' ? [] : ['mentions are allowed']),
  ];
}
