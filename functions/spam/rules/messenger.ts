import type { Rule } from '../rule.ts';

/** t.me/…, discord.gg/…, wa.me/…: an invitation, whatever the rest says. */
const invitation =
  /\b(?:t\s?\.\s?me|telegram\.me|discord\.(?:gg|com)|wa\.me|chat\.whatsapp\.com|line\.me)\s?\//;
/** A handle: @ and at least four more characters, not part of a mail address. */
const handle = /(?:^|[\s([{:|>,])@[a-z][a-z0-9_]{3,}\b(?!\.)/;
/** The messenger's name, then a number or handle: 微信 (WeChat), 电报 (Telegram), 飞机 (Telegram, slang), QQ. */
const contact =
  /(?:telegram|whats\s?app|wechat|weixin|discord|viber|\bqq|\btg|\bvx|微信|电报|飞机|加群|扣扣)号?\s*(?:[:：#]?\s*(?:@\s?[a-z_]\w{3,}|\+?\d{5,})|[:：]\s*[a-z_]\w{3,})/u;

/**
 * A way to reach somebody: token names are used as visiting cards by sellers of accounts, "recovery" services and
 * pump groups. Chinese sellers write QQ and WeChat numbers.
 */
export const messenger: Rule = {
  name: 'messenger',
  find: ({ name, symbol }) => {
    const found = [name, symbol].some(
      ({ lower, shown }) =>
        invitation.test(lower) ||
        handle.test(lower) ||
        contact.test(lower) ||
        contact.test(shown.toLowerCase()),
    );
    return found ? 'Its name or symbol holds a contact in a messenger. Do not write to it.' : null;
  },
};
