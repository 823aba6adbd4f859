/** A message as a phone gets it. */
export interface PhoneMessage {
  /** The picture's title, above the phone. */
  readonly name: string;
  readonly subject: string;
  readonly email: string;
  /** Null for a message that is not sent by SMS. */
  readonly sms: string | null;
}

/**
 * Messages side by side, each on a phone 390 points wide: its email in the font of a phone's mail program, with a line
 * where the first screen ends, and its SMS below.
 */
export function phonePage(messages: readonly PhoneMessage[]): string {
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><body>${messages.map(phone).join('')}</body>`;
}

function phone({ name, subject, email, sms }: PhoneMessage): string {
  const bubble =
    sms === null ? '' : `<div class="bubble">${escaped(sms)}</div><small>${sms.length} characters</small>`;
  return `<section><h2>${escaped(name)}</h2><div class="mail"><header><b>Chainbell</b> 03:04<h1>${escaped(subject)}</h1></header>
<pre>${linked(email)}\n${unsubscribe}</pre></div>${bubble}</section>`;
}

/** SNS's text below every plain-text mail. */
const unsubscribe =
  '\n--\nIf you wish to stop receiving notifications from this topic, please click or visit the link below to unsubscribe:\n<a>https://sns.us-east-1.amazonaws.com/unsubscribe.html?SubscriptionArn=…</a>';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const linked = (text: string) => escaped(text).replace(/https:\/\/\S+/g, '<a>$&</a>');

const style = `
  * { box-sizing: border-box; margin: 0; }
  body { display: flex; gap: 16px; align-items: flex-start; padding: 16px; background: #888; font: 16px/1.4 Inter, system-ui, sans-serif; overflow-wrap: anywhere; }
  section { width: 390px; flex: none; }
  h2 { font-size: 15px; color: #fff; margin-bottom: 6px; }
  .mail { position: relative; overflow: hidden; background: #fff; padding: 16px; }
  .mail::after { content: ''; position: absolute; inset: 760px 0 auto; border-top: 2px dashed #d33; }
  header { padding-bottom: 12px; border-bottom: 1px solid #ddd; margin-bottom: 12px; font-size: 13px; color: #666; }
  h1 { font-size: 20px; line-height: 1.25; color: #000; }
  pre { font: inherit; white-space: pre-wrap; }
  a { color: #06c; text-decoration: underline; }
  .bubble { background: #e9e9eb; border-radius: 18px; padding: 8px 14px; margin-top: 12px; width: fit-content; max-width: 300px; }
  small { color: #fff; }
`;
