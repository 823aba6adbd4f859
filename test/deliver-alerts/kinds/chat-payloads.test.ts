import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { Alert } from '../../../functions/alert/alert.ts';
import { emailText } from '../../../functions/alert/email/email.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { alertMessage } from '../../../functions/deliver-alerts/kinds/alert-message.ts';
import { discordPayload } from '../../../functions/deliver-alerts/kinds/discord.ts';
import { operationsChat } from '../../../functions/deliver-alerts/kinds/operations-chat.ts';
import type { ChatMessage } from '../../../functions/deliver-alerts/kinds/service.ts';
import { slackPayload } from '../../../functions/deliver-alerts/kinds/slack.ts';
import { telegramText } from '../../../functions/deliver-alerts/kinds/telegram.ts';
import { repositoryRunbook } from '../../../functions/incidents/operations-message.ts';
import { hostileText, hostileTexts } from '../../alert/hostile-text.ts';
import { invisibleIn, linksIn } from '../../alert/links-in.ts';
import {
  describedTransfer,
  digestAlert,
  exchange,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  usdc,
  watchingAlert,
} from '../../support/alerts.ts';
import { alertExamples, everyAlert, summaryExamples } from '../../support/every-alert.ts';
import { forAll } from '../../support/for-all.ts';
import { operationsOrigin } from '../../support/operations-origin.ts';
import { discordFaults, slackFaults, telegramFaults } from './service-limits.ts';

const elsewhere = { watch: { chain: findChain('0x7777') } };
const alerts = [...alertExamples, ['without explorer', transferAlert(elsewhere)] as const];
const explorerUrls = (text: string) => text.match(/https:\/\/etherscan\.io\/[^"\s|>]*/g) ?? [];

interface Payloads {
  readonly telegram: ReturnType<typeof JSON.parse>;
  readonly slack: ReturnType<typeof JSON.parse>;
  readonly discord: ReturnType<typeof JSON.parse>;
}
/** The payloads as sent, after a round trip through JSON. */
const payloadsOf = (message: ChatMessage): Payloads =>
  JSON.parse(
    JSON.stringify({
      telegram: telegramText(message),
      slack: slackPayload(message),
      discord: discordPayload(message),
    }),
  );
const faultsOf = ({ telegram, slack, discord }: Payloads) => [
  ...telegramFaults(telegram),
  ...slackFaults(slack),
  ...discordFaults(discord),
  // https://developer.pagerduty.com/docs/send-alert-event
  ...(slack.blocks[0].text.text.length <= 1_024 ? [] : ['a headline too long for PagerDuty']),
];

describe.each(alerts)('the alert: %s', (_name, alert) => {
  const payloads = payloadsOf(alertMessage(alert));

  it('keeps to the limits that the services document', () => {
    expect(faultsOf(payloads)).toEqual([]);
  });

  it("links the transaction, or the wallet's page, once, and shows no image", () => {
    const link = alertMessage(alert).link?.url.replace(/^(?!https:\/\/etherscan).*/, '');
    for (const payload of Object.values(payloads)) {
      const text = JSON.stringify(payload);
      expect(explorerUrls(text)).toEqual(link ? [link] : []);
      expect(text).not.toMatch(/cdn\.example\.org|image|thumbnail|icon_url/);
    }
    expect(linksIn(payloads.discord.content)).toEqual([]);
  });
});

it('an alert has the form that each service documents', () => {
  const headline = '🟢 Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth';
  const time = 'Time: 2026-01-02 03:04:05 UTC';
  const url = `https://etherscan.io/tx/0x${'a1b2c3d4'.repeat(8)}`;
  const text = `${headline}\n${time}\nTransaction`;
  const plain = (said: string) => ({
    type: 'section',
    text: { type: 'plain_text', text: said, emoji: false },
  });
  const linked = { type: 'mrkdwn', text: `<${url}|Transaction>` };
  expect(payloadsOf(alertMessage(transferAlert()))).toEqual({
    telegram: {
      text,
      entities: [{ type: 'text_link', offset: text.length - 11, length: 11, url }],
      link_preview_options: { is_disabled: true },
    },
    slack: {
      ...{ text: headline, mrkdwn: false, unfurl_links: false, unfurl_media: false },
      blocks: [plain(headline), plain(time), { type: 'context', elements: [linked] }],
    },
    discord: {
      content: headline,
      embeds: [{ color: 0x2ea043, title: 'Transaction', url, description: time }],
      allowed_mentions: { parse: [] },
    },
  });
});

/** Patterns of what Telegram, Slack or Discord act on; broader than any of them. */
const live = [
  /(?<![\p{L}\p{N}(])[@＠][\p{L}\p{N}_]/u, // a mention
  /[#＃](?!\d+(?![\p{L}\p{M}\p{N}_·]))[\p{L}\p{N}_]/u, // a hashtag, a channel
  /[$＄][A-Za-z]{1,8}\b/u, // a cashtag
  /(?<![\p{L}\p{N}_/)>])\/[A-Za-z_]/u, // a command
  /<[!@#:/]\S|<t:/, // Slack's and Discord's own
  /<a?:\w+:\d+>/,
  /tg:\/\//i,
];
const markdown = /(?<!\\)(?:\\\\)*[*_~`|[\]<>]/;

function expectInert(message: ChatMessage): void {
  const payloads = payloadsOf(message);
  expect(faultsOf(payloads)).toEqual([]);
  const { telegram, slack, discord } = payloads;
  const ours = message.link?.text ?? '';
  const [embed = {}] = discord.embeds;
  const slackTexts = slack.blocks.flatMap((block: ReturnType<typeof JSON.parse>) =>
    block.text ? [block.text] : [],
  );
  const texts: string[] = [
    ours === '' ? telegram.text : telegram.text.slice(0, -ours.length),
    slack.text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    ...slackTexts.map(({ text }: { text: string }) => text),
    discord.content.replaceAll('\\', ''),
    (embed.description ?? '').replaceAll('\\', ''),
  ];
  const lines = message.lines.length + 1;
  expect(telegram.text.split('\n')).toHaveLength(lines + (message.link === null ? 0 : 1));
  const alive = texts
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => [
      ...linksIn(line),
      ...invisibleIn(line),
      ...live.flatMap((one) => one.exec(line) ?? []),
    ]);
  expect(alive).toEqual([]);
  expect(telegram.entities ?? []).toHaveLength(message.link === null ? 0 : 1);
  // Slack gets plain_text; for Discord each mark is escaped.
  for (const { type } of slackTexts) expect(type).toBe('plain_text');
  expect(slack.text).not.toMatch(/[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u);
  for (const text of [discord.content, embed.description ?? '']) expect(text).not.toMatch(markdown);
  expect(discord.content).toMatch(/^[🟢🟠🔵🚨❌👀🔧✅] /u);
}

const more = [
  '@everyone',
  '\ufe12https://claim.xyz @everyone',
  '@here ＠all',
  '<@1234> <@&5> <#6> </cmd:7> <t:1700000000:R> <:x:1> <a:y:2>',
  '<!channel> <!here|now> <https://claim.xyz|click>',
  '#airdrop $PEPE /start /claim@bot',
  'tg://resolve?domain=x t.me/x mailto:x@y.zz',
  '**bold** __under__ ~~gone~~ ||spoiler|| `code` > quote\\',
  '*b* _i_ ~s~ :smile: &amp; & <b>',
  '# heading',
  '- item',
  '1. item',
  '> quote',
  '\\',
  '[click](https://claim.xyz)',
  'a/b/c @ # $',
];
const anyText = fc.option(
  fc.oneof(
    hostileText,
    fc.constantFrom(...more),
    fc.tuple(hostileText, fc.constantFrom(...more)).map((two) => two.join(' ')),
  ),
);
const texts = { label: anyText, name: anyText, symbol: anyText, other: anyText, detail: anyText };
const parts = fc.record({ ...texts, spam: fc.boolean() });
const hostileAlert = parts.chain(({ label, name, symbol, other, detail, spam }) => {
  const watch = { label, spam: 'mark' as const };
  const token = { name, symbol, verified: null };
  const transfer = { from: { address: exchange, label: other } };
  const reasons = ['rule', 'other'].map((rule) => ({ rule, detail: detail ?? 'why' }));
  const verdict = { spam, score: 1, reasons };
  const all = { watch, token, transfer, verdict };
  return fc.constantFrom<Alert>(
    transferAlert(all),
    revertedAlert(all),
    poisoningAlert(all),
    watchingAlert(watch),
    digestAlert({
      watch,
      transfers: [usdc, exchange].map((address) => describedTransfer(transfer, { ...token, address })),
    }),
  );
});

describe("others' texts are inert in every chat:", () => {
  it.each([...hostileTexts, ...more])('%j', (text) => {
    const all = { watch: { label: text }, token: { name: text, symbol: text, verified: null } };
    expectInert(alertMessage(transferAlert(all)));
    expectInert(alertMessage(poisoningAlert(all)));
  });

  it('any Unicode', { timeout: 180_000 }, () =>
    forAll([hostileAlert], (alert) => expectInert(alertMessage(alert)), {
      numRuns: inject('thorough') ? 10_000 : 30,
    }),
  );

  it('also quotes in operations messages', () => {
    const property = fc.property(hostileText, fc.constantFrom(...more), (reason, wallet) => {
      const quoting = { wallet, chain: reason, reason, whatToDo: 'Mend it.' };
      const message = { type: 'row.unreadable', state: 'began', ...quoting };
      expectInert(operationsChat(JSON.stringify(message), null, operationsOrigin));
      expectInert(operationsChat(reason, wallet, operationsOrigin));
    });
    fc.assert(property, { numRuns: inject('thorough') ? 2_000 : 15 });
  });
});

describe('a summary', () => {
  it.each(['@a.', '_.', '#x@y.z:', 'W'])('keeps to the limits, whatever its problems quote: %s', (quoted) => {
    const [, , bad] = summaryExamples.map(([, alert]) => alert);
    if (bad === undefined) throw new Error('no example');
    const problem = { type: 'wallet.failing', wallet: null, chain: null, since: '2026-01-09T14:03:00.000Z' };
    const summary = {
      ...bad.summary,
      problems: Array.from({ length: 5 }, () => ({ ...problem, reason: quoted.repeat(300).slice(0, 300) })),
      alerts: Object.fromEntries(Object.keys(everyAlert).map((type) => [type, 123_456])),
      latency: { usual: 42, slowest: 1_900 },
      month: { p50: 40, p95: 90, p99: 300 },
      calls: { made: 120_960, plan: 280_000 },
    };
    const chat = alertMessage({ ...bad, summary });
    expect(faultsOf(payloadsOf(chat))).toEqual([]);
    expect(chat.lines.filter((line) => line.startsWith('Since '))).toHaveLength(5);
    expect(emailText({ ...bad, summary }).replaceAll(/\s+/g, '')).toContain(
      'W'.repeat(quoted === 'W' ? 300 : 0),
    );
  });
});

describe('an operations message', () => {
  const what = { type: 'key.missing', state: 'began', wallet: null, chain: null };
  const message = { ...what, reason: 'The parameter is missing.', whatToDo: 'Set the key.' };
  const telegramOf = (content: object, subject: string | null) =>
    payloadsOf(operationsChat(JSON.stringify(content), subject, operationsOrigin)).telegram;

  it.each(['@a', '@a.', '_.', '#*'])("keeps to the limits, whatever a row's key is: %s", (keyed) => {
    const key = keyed.repeat(300);
    const whatToDo = 'Do one thing. '.repeat(25);
    const content = { ...message, type: 'wallet.failing', wallet: key, chain: key, reason: key, whatToDo };
    const chat = operationsChat(JSON.stringify(content), key, operationsOrigin);
    expect(faultsOf(payloadsOf(chat))).toEqual([]);
  });

  const alarm = { AlarmName: 'Chainbell: polls late', NewStateValue: 'ALARM' };

  it.each(['https://evil.example/#polls-late', `${repositoryRunbook}#x https://evil.example`])(
    'from CloudWatch has no other link: %s',
    (url) => {
      const { text, entities } = telegramOf({ ...alarm, AlarmDescription: `Late. Runbook: ${url}` }, null);
      expect(entities).toBeUndefined();
      expect(text).not.toContain('https://');
    },
  );
});
