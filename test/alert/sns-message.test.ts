import { describe, expect, it } from 'vitest';
import type { SnsMessage } from '../../functions/alert/attributes.ts';
import { toSnsMessage } from '../../functions/alert/publish.ts';
import { expectValidAlert } from '../support/alert-schema.ts';
import { coinOf, lure, poisoningAlert, transferAlert } from '../support/alerts.ts';

/** The form that SNS delivers to a protocol (MessageStructure json): the protocol's own, otherwise `default`. */
function formFor(protocol: string, { Message }: SnsMessage): string {
  const forms: Record<string, string> = JSON.parse(Message);
  return forms[protocol] ?? forms.default ?? '';
}

describe('the SNS message of an alert', () => {
  it.each(['sqs', 'http', 'https', 'lambda', 'firehose', 'email-json'])(
    'has the JSON once, as the default for %s',
    (protocol) => {
      const alert = transferAlert();
      const message = toSnsMessage(alert);
      expect(message.MessageStructure).toBe('json');
      const json = formFor(protocol, message);
      expectValidAlert(json);
      expect(JSON.parse(json)).toEqual(alert);
    },
  );

  it("does not mention spam in its texts if the row's policy is `show`, and keeps the verdict in the JSON", () => {
    const shown = toSnsMessage(transferAlert({ verdict: lure, watch: { spam: 'show' } }));
    const marked = toSnsMessage(transferAlert({ verdict: lure, watch: { spam: 'mark' } }));
    const { default: json, email, sms } = JSON.parse(shown.Message);
    for (const text of [email, sms, shown.Subject]) expect(text).not.toMatch(/spam/i);
    for (const text of [JSON.parse(marked.Message).email, marked.Subject])
      expect(text).toMatch(/^Likely spam: /);
    expect(JSON.parse(json).verdict).toMatchObject({ spam: true });
    expect(shown.MessageAttributes.verdict).toMatchObject({ StringValue: 'spam' });
  });

  it('says the same of a poisoning warning under every policy', () => {
    const messages = (['hide', 'mark', 'show'] as const).map((spam) =>
      toSnsMessage(poisoningAlert({ verdict: lure, watch: { spam } })),
    );
    for (const message of messages) expect(message).toEqual(messages[0]);
    const { email, sms } = JSON.parse(messages[0]?.Message ?? '');
    expect(`${messages[0]?.Subject} ${email} ${sms}`).not.toMatch(/spam/i);
  });

  it.each(['"', '\\', '円', '🚀', 'ﷺ'])(
    'stays under 256 KB when every text has its maximum length and size: %s',
    (costly) => {
      const text = costly.repeat(400);
      const side = { address: null, label: text };
      const { decimals, ...texts } = coinOf();
      const coin = { ...Object.fromEntries(Object.keys(texts).map((field) => [field, text])), decimals };
      const reasons = Array.from({ length: 99 }, () => ({ rule: 'rule', detail: text }));
      const message = toSnsMessage(
        transferAlert({
          watch: { label: text, tags: Array.from({ length: 99 }, (_, i) => `${i}${text}`) },
          transfer: { value: 2n ** 256n - 1n, from: side, to: side, coin: coinOf(coin) },
          token: { name: text, symbol: text, decimals: 255, logo: `https://a.bc/${'a'.repeat(1000)}` },
          verdict: { spam: true, score: 1, reasons },
        }),
      );
      const { Subject, Message, MessageAttributes } = message;
      const bytes = Buffer.byteLength(Subject + Message + JSON.stringify(MessageAttributes));
      expect(bytes).toBeLessThan(256 * 1024);
    },
  );
});
