import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { DestinationKind } from '../../../functions/deliver-alerts/environment.ts';
import {
  createService,
  ParameterUnusable,
  type ServiceOptions,
} from '../../../functions/deliver-alerts/kinds/create-service.ts';
import { operationsChat } from '../../../functions/deliver-alerts/kinds/operations-chat.ts';
import type { ChatMessage, Outcome, ToSend } from '../../../functions/deliver-alerts/kinds/service.ts';
import { version } from '../../../functions/runtime/version.ts';
import { balanceAlert, revertedAlert, transferAlert } from '../../support/alerts.ts';
import { operationsOrigin } from '../../support/operations-origin.ts';
import { parameters } from '../../support/worlds/deliver-world.ts';

const chat: ChatMessage = {
  headline: '🟢 Treasury received 1 USDC',
  lines: ['Block: 1'],
  link: null,
  tone: 'in',
};
const now = Date.parse('2026-01-02T03:04:05.678Z');
const topicArn = 'arn:aws:sns:eu-central-1:1:Operations';
const message = { id: 'a1', content: '{"id":"a1", "odd":"é 💰"}', alert: null, topicArn, chat, now };
const restored = balanceAlert({ fell: 'low', value: '200000000000000000' });
const headers = { 'content-type': 'application/json', 'user-agent': `Chainbell/${version}` };

type Parameter = Readonly<Record<string, unknown>>;
function serviceOf(kind: DestinationKind, over: Parameter = {}, options: Partial<ServiceOptions> = {}) {
  const value = JSON.stringify({ ...parameters[kind], ...over });
  return createService(kind, value, { allowLoopback: false, movedTo: null, ...options });
}
const callOf = (kind: DestinationKind, earlier: string | null, over: Parameter = {}) => {
  const call = serviceOf(kind, over).callOf(message, earlier);
  return { ...call, body: JSON.parse(call.body) };
};

describe('a call', () => {
  const text = '🟢 Treasury received 1 USDC\nBlock: 1';
  const said = { text, link_preview_options: { is_disabled: true } };
  const bot = 'https://api.telegram.org/bot1234:abcdefghij';

  it.each([
    ['a chat', {}, { chat_id: 42 }],
    ['a channel by its name', { chat: '@prices_of_x' }, { chat_id: '@prices_of_x' }],
    ['a topic of a group', { chat: '-1001', thread: 9 }, { chat_id: '-1001', message_thread_id: 9 }],
    ['a topic that is written as text', { thread: '9' }, { chat_id: 42, message_thread_id: 9 }],
  ])('of Telegram sends to %s', (_what, over, where) => {
    const body = { ...where, ...said };
    expect(callOf('telegram', null, over)).toEqual({
      method: 'POST',
      url: `${bot}/sendMessage`,
      headers,
      body,
    });
  });

  it("to Telegram edits by the message's number, without a topic", () => {
    const body = { chat_id: 42, message_id: 7, ...said };
    const url = `${bot}/editMessageText`;
    expect(callOf('telegram', '7', { thread: 9 })).toEqual({ method: 'POST', url, headers, body });
  });

  it.each(['https://bots.example.org', 'https://bots.example.org///'])(
    "to Telegram can go to the owner's Bot API server: %s",
    (api) => {
      const url = 'https://bots.example.org/bot1234:abcdefghij/sendMessage';
      expect(callOf('telegram', null, { api }).url).toBe(url);
    },
  );

  it('to Telegram goes to the chat that the group became', () => {
    const { body } = serviceOf('telegram', { chat: -5 }, { movedTo: -1001 }).callOf(message, null);
    expect(JSON.parse(body).chat_id).toBe(-1001);
  });

  it.each([
    ['a message', null, 'POST', '/1/secret?wait=true', ''],
    ['a message in a thread', null, 'POST', '/1/secret?thread_id=3&wait=true', '?thread_id=3'],
    ['an edit', '77', 'PATCH', '/1/secret/messages/77', ''],
    ['an edit in a thread', '77', 'PATCH', '/1/secret/messages/77?thread_id=3', '?thread_id=3'],
    ['an edit of an odd URL', '77', 'PATCH', '/1/secret/messages/77', '/'],
  ])('of Discord is %s', (_what, earlier, method, path, behind) => {
    const webhooks = 'https://discord.com/api/webhooks';
    const call = callOf('discord', earlier, { url: `${webhooks}/1/secret${behind}` });
    expect(call).toMatchObject({ method, url: webhooks + path, headers });
    expect(call.body).toEqual({
      content: chat.headline,
      embeds: [{ color: 0x2e_a0_43, description: 'Block: 1' }],
      allowed_mentions: { parse: [] },
    });
  });

  it('to Slack is always a new message, even in place of an edit', () => {
    expect(callOf('slack', null)).toMatchObject({ method: 'POST', url: parameters.slack.url, headers });
    expect(callOf('slack', '77')).toEqual(callOf('slack', null));
  });

  const link = { text: 'Transaction', url: 'https://etherscan.io/tx/0x1' };
  const eventOf = (more: Partial<ToSend>) => {
    const queued = { ...message, ...more, chat: { ...chat, link, ...more.chat } };
    const { body, ...call } = serviceOf('pagerduty').callOf(queued, null);
    expect(call).toEqual({ method: 'POST', url: 'https://events.pagerduty.com/v2/enqueue', headers });
    return JSON.parse(body);
  };

  it('of PagerDuty has the words of a chat', () => {
    const summary = 'Treasury received 1 USDC';
    expect(eventOf({ alert: transferAlert() })).toEqual({
      ...{ routing_key: parameters.pagerduty.routingKey, event_action: 'trigger', dedup_key: 'a1' },
      ...{ client: 'Chainbell', links: [{ href: link.url, text: link.text }] },
      payload: { summary, source: 'Chainbell', severity: 'info', custom_details: { facts: 'Block: 1' } },
    });
  });

  const key = (text: string) => expect.stringMatching(new RegExp(`^${text}#[0-9a-f]{32}$`));
  const ofOperations = (content: unknown) => ({
    chat: operationsChat(JSON.stringify(content), null, operationsOrigin),
  });
  const incident = { type: 'wallet.failing', wallet: '0xaa', chain: 'eth', reason: 'x', whatToDo: 'y' };
  const rings = { AlarmName: 'Late', NewStateValue: 'ALARM' };
  const { restores } = restored;
  it.each([
    ['an alert', { alert: transferAlert() }, 'trigger', 'a1', 'info'],
    ['a revert', { alert: revertedAlert(), id: 'a2' }, 'resolve', 'a1', 'warning'],
    ['a low balance', { alert: balanceAlert() }, 'trigger', 'a1', 'warning'],
    ['a restored balance', { alert: restored }, 'resolve', restores, 'info'],
    ['an incident', ofOperations({ ...incident, state: 'began' }), 'trigger', key(incident.type), 'warning'],
    ['its end', ofOperations({ ...incident, state: 'ended' }), 'resolve', key(incident.type), 'warning'],
    ['an alarm', ofOperations(rings), 'trigger', key('alarm'), 'warning'],
    ['its end', ofOperations({ ...rings, NewStateValue: 'OK' }), 'resolve', key('alarm'), 'warning'],
    ['what somebody else published', ofOperations('hello'), 'trigger', 'a1', 'warning'],
  ] as const)('of PagerDuty for %s', (_what, queued, event_action, dedup_key, severity) => {
    expect(eventOf(queued)).toMatchObject({ event_action, dedup_key, payload: { severity } });
  });

  it('of PagerDuty has one key for an incident and its end, shared by no other wallet, chain, destination, part or stack', () => {
    const keyOf = (content: object, more: object = {}) =>
      eventOf({ ...ofOperations(content), ...more }).dedup_key;
    const began = keyOf({ ...incident, state: 'began' });
    expect(keyOf({ ...incident, state: 'ended' })).toBe(began);
    for (const other of [{ wallet: '0xbb' }, { chain: 'polygon' }, { destination: 'team' }, { part: 'a1' }])
      expect(keyOf({ ...incident, ...other, state: 'began' })).not.toBe(began);
    const ofOther = { topicArn: topicArn.replace('eu-central-1', 'us-east-1') };
    expect(keyOf({ ...incident, state: 'ended' }, ofOther)).not.toBe(began);
    expect(keyOf(rings, ofOther)).not.toBe(keyOf(rings));
  });

  it('to a webhook has the caller, the time in whole seconds, and a signature with each secret', () => {
    const secrets = ['whsec_c2Vjb25kLXNlY3JldC1vZi0yNC1ieXRlcw==', ...parameters.webhook.secrets];
    const signed = {
      'webhook-id': 'a1',
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': secrets
        .map((secret) => new Webhook(secret).sign(message.id, new Date(now), message.content))
        .join(' '),
    };
    const call = { method: 'POST', url: parameters.webhook.url, body: message.content };
    expect(serviceOf('webhook', { secrets }).callOf(message, null)).toEqual({
      ...call,
      headers: { ...headers, ...signed },
    });
  });
});

it('Discord shows the tone as a colour', () => {
  const colourOf = (tone: ChatMessage['tone']) => {
    const { body } = serviceOf('discord').callOf({ ...message, chat: { ...chat, tone } }, null);
    return JSON.parse(body).embeds[0].color.toString(16).padStart(6, '0');
  };
  const tones = ['in', 'out', 'warning', 'danger', 'undone', 'well'] as const;
  expect(tones.map(colourOf)).toEqual(['2ea043', '0366d6', 'ff8c00', 'ff0000', '6a737d', '6a737d']);
});

describe('a missing part of a chat message leaves no gap:', () => {
  const link = { text: 'A & B', url: 'https://etherscan.io/tx/0x1' };
  const formOf = (kind: DestinationKind, over: Partial<ChatMessage>) =>
    JSON.parse(serviceOf(kind).callOf({ ...message, chat: { ...chat, ...over } }, null).body);

  it.each([
    ['neither lines nor link', { lines: [] }, []],
    ['no lines', { lines: [], link }, [{ color: 0x2e_a0_43, title: link.text, url: link.url }]],
    ['no link', {}, [{ color: 0x2e_a0_43, description: 'Block: 1' }]],
  ])('in Discord %s', (_what, over, embeds) => {
    expect(formOf('discord', over).embeds).toEqual(embeds);
  });

  it.each([
    ['neither lines nor link', { lines: [] }, ['section']],
    ['no lines', { lines: [], link }, ['section', 'context']],
    ['no link', { lines: ['one', 'two'] }, ['section', 'section']],
  ])('in Slack %s', (_what, over, types) => {
    const { blocks } = formOf('slack', over);
    expect(blocks.map(({ type }: { type: string }) => type)).toEqual(types);
    if (over.lines.length > 0) expect(blocks[1].text.text).toBe('one\ntwo');
  });

  it("Slack's three special characters are escaped where Slack reads them", () => {
    const { text, blocks } = formOf('slack', { headline: '🟢 a < b & b > c', lines: ['a < b'], link });
    expect(text).toBe('🟢 a &lt; b &amp; b &gt; c');
    expect(blocks).toMatchObject([
      { text: { type: 'plain_text', text: '🟢 a < b & b > c', emoji: false } },
      { text: { type: 'plain_text', text: 'a < b', emoji: false } },
      { elements: [{ type: 'mrkdwn', text: `<${link.url}|A &amp; B>` }] },
    ]);
  });

  it.each([
    ['*b* `c` ~d~', "∗b∗ 'c' ∼d∼"],
    ['_i_ a_b __x__', 'ˍiˍ a_b ˍˍxˍˍ'],
    ['a_ _b 1_2 é_é', 'aˍ ˍb 1_2 é_é'],
  ])('in the text of Slack %s has marks that only look like them', (headline, text) => {
    expect(formOf('slack', { headline })).toMatchObject({ text });
  });

  it.each(['\\', '*', '_', '~', '`', '|', '<', '>', '[', ']'])('Discord gets %s escaped', (mark) => {
    const form = formOf('discord', { headline: `a${mark}b`, lines: [`${mark}${mark}`] });
    expect(form.content).toBe(`a\\${mark}b`);
    expect(form.embeds[0].description).toBe(`\\${mark}\\${mark}`);
  });
});

describe('the rates of a service', () => {
  const ofChat = ['telegram-chat: 3, then one in 1050 ms', 'telegram-token: 10, then one in 52 ms'];
  const ofGroup = ['telegram-group: 3, then one in 3600 ms', ...ofChat];

  it.each([
    ['webhook', {}, []],
    ['slack', {}, ['slack: 4, then one in 1050 ms']],
    ['discord', {}, ['discord: 1, then one in 500 ms']],
    ['pagerduty', {}, ['pagerduty: 10, then one in 500 ms']],
    ['telegram', {}, ofChat],
    ...['-5', '@name', -5].map((group) => ['telegram', { chat: group }, ofGroup] as const),
  ] as const)('%s %j', (kind, over, lanes) => {
    const said = serviceOf(kind, over).lanes.map(
      ({ name, burst, intervalMs }) => `${name.split('#')[0]}: ${burst}, then one in ${intervalMs} ms`,
    );
    expect(said).toEqual(lanes);
  });

  const namesOf = (kind: DestinationKind, over: Parameter = {}) =>
    serviceOf(kind, over).lanes.map(({ name }) => name);

  it('are shared only by destinations with the same URL or bot', () => {
    expect(namesOf('slack')).toEqual(namesOf('slack', { note: 'another destination' }));
    expect(namesOf('slack')).not.toEqual(namesOf('slack', { url: `${parameters.slack.url}y` }));
    const [first, bot] = namesOf('telegram');
    const [second, sameBot] = namesOf('telegram', { chat: 43 });
    const [, otherBot] = namesOf('telegram', { token: '1234:other' });
    expect(first).not.toBe(second);
    expect(sameBot).toBe(bot);
    expect(otherBot).not.toBe(bot);
  });

  it('are stored under names without a secret, the same in every version', () => {
    expect(namesOf('slack')).toEqual([expect.stringMatching(/^slack#[0-9a-f]{32}$/)]);
    expect(namesOf('telegram')).toEqual([
      'telegram-chat#92a783b38901e687dcf0f33f7dee0e3b',
      'telegram-token#aa675e6de9a334510562637a4de11789',
    ]);
  });
});

const key = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
it.each([
  ['slack', [parameters.slack.url]],
  ['discord', [parameters.discord.url]],
  ['telegram', ['1234:abcdefghij', 'abcdefghij']],
  ['webhook', [parameters.webhook.url, `whsec_${key}`, key]],
] as const)('%s keeps secret what is in its parameter', (kind, secrets) => {
  expect(serviceOf(kind).secrets).toEqual(secrets);
});

describe('an answer', () => {
  type Headers = Readonly<Record<string, string | string[]>>;
  const outcomeOf = (kind: DestinationKind, status: number, said: unknown = '', got: Headers = {}) => {
    const body = typeof said === 'string' ? said : JSON.stringify(said);
    return serviceOf(kind).judge({ status, headers: got, body }, now);
  };
  const delivered = { kind: 'delivered', reference: null, silentMs: 0 };
  const refused = { kind: 'refused' };
  const throttled = (waitMs: number | null) => ({ kind: 'throttled', waitMs });

  it.each<readonly [Outcome['kind'], readonly number[]]>([
    ['delivered', [200, 204, 299]],
    ['unusable', [300, 308, 399]],
    ['refused', [400, 403, 499]],
    ['throttled', [429]],
    ['failed', [199, 408, 425, 500, 503]],
  ])('is %s in every service by a status of %j', (kind, statuses) => {
    for (const service of ['webhook', 'slack', 'discord', 'telegram', 'pagerduty'] as const)
      for (const status of statuses)
        expect([service, status, outcomeOf(service, status).kind]).toEqual([service, status, kind]);
  });

  it.each([
    ['webhook', ['refused', 'gone', 'gone']],
    ['slack', ['refused', 'gone', 'gone']],
    ['discord', ['refused', 'gone', 'gone']],
    ['telegram', ['gone', 'gone', 'refused']],
  ] as const)('401, 404 and 410 of %s are %j', (kind, expected) => {
    expect([401, 404, 410].map((status) => outcomeOf(kind, status).kind)).toEqual(expected);
  });

  it.each([
    ['seconds', '90', 90_000],
    ['parts of a second', '1.5', 1_500],
    ['hundredths of a second', '1.25', 1_250],
    ['seconds with spaces around', ' 90 ', 90_000],
    ['no time', '0', null],
    ['an hour at most', '86400', 3_600_000],
    ['a date', 'Fri, 02 Jan 2026 03:04:07 GMT', 1_322],
    ['a date that is past', 'Fri, 02 Jan 2026 03:04:05 GMT', null],
    ['a date in another form', '2026-01-02T03:04:07Z', null],
    ['a word', 'soon', null],
    ['a number and a word', '5 minutes', null],
    ['two headers: the first', ['7', '9'], 7_000],
    ['an empty header', '', null],
  ] as const)('429 with retry-after of %s', (_what, value, waitMs) => {
    const header = { 'retry-after': typeof value === 'string' ? value : [...value] };
    for (const kind of ['webhook', 'slack', 'discord', 'telegram', 'pagerduty'] as const)
      expect(outcomeOf(kind, 429, '', header)).toEqual(throttled(waitMs));
  });

  const callsLeft = (left: string) => ({ 'x-ratelimit-remaining': left, 'x-ratelimit-reset-after': '2.5' });
  it.each([
    ['its number', { id: '123' }, {}, '123', 0],
    ['no number that is one', { id: '12a' }, {}, null, 0],
    ['a number of 25 digits at most', { id: '1'.repeat(26) }, {}, null, 0],
    ['no JSON', 'ok', {}, null, 0],
    ['more calls left', { id: '1' }, callsLeft('1'), '1', 0],
    ['no call left', { id: '1' }, callsLeft('0'), '1', 2_500],
    ['no call left, nobody knows until when', { id: '1' }, { 'x-ratelimit-remaining': '0' }, '1', 0],
  ])('200 of Discord with %s', (_what, body, got, reference, silentMs) => {
    const outcome = outcomeOf('discord', 200, body, got as Record<string, string>);
    expect(outcome).toEqual({ kind: 'delivered', reference, silentMs });
  });

  it.each([
    ['by the header', { retry_after: 9 }, { 'retry-after': '3' }, 3_000],
    ['by the body', { retry_after: 0.25 }, {}, 250],
    ['unknown', {}, {}, null],
    ['unknown', 'slow down', {}, null],
  ])('429 of Discord: the wait is %s', (_what, body, got, waitMs) => {
    expect(outcomeOf('discord', 429, body, got as Record<string, string>)).toEqual(throttled(waitMs));
  });

  it.each([
    [404, 10_008, 'refused'],
    [404, 10_015, 'gone'],
    [400, 10_008, 'refused'],
  ])('%i of Discord with code %i is %s', (status, code, kind) => {
    expect(outcomeOf('discord', status, { code })).toEqual({ kind });
  });

  const description = (text: string) => ({ ok: false, description: text });
  const moves = { parameters: { migrate_to_chat_id: -1001 } };
  it.each([
    ['its number', 200, { ok: true, result: { message_id: 7 } }, { ...delivered, reference: '7' }],
    ['an edit that has none', 200, { ok: true, result: true }, delivered],
    ['no JSON', 200, 'ok', delivered],
    ['the longer wait of its body', 429, { parameters: { retry_after: 3 } }, throttled(3_000)],
    ['no wait', 429, {}, throttled(null)],
    ['another chat', 400, moves, { kind: 'moved', chat: -1001 }],
    ['another chat, and another status', 403, moves, refused],
    ['a message that is gone', 400, description('Bad Request: message to edit not found'), refused],
    ['a message that says so already', 400, description('Bad Request: message is not modified'), delivered],
    ['another reason', 400, description('Bad Request: chat not found'), refused],
    ['those words and another status', 500, description('message is not modified'), { kind: 'failed' }],
    ['no words', 400, 'Bad Request', refused],
  ])('of Telegram with %s', (_what, status, body, outcome) => {
    expect(outcomeOf('telegram', status, body)).toEqual(outcome);
  });
});

describe('an invalid parameter', () => {
  const url = (value: unknown) => ({ url: value });
  const address = (why: string) => `its address can't be used: ${why}`;
  const field = (name: string) => `its field "${name}" is missing or not as it should be`;
  const noObject = 'its value is not a JSON object';
  const webhook = (secrets: unknown) => ({ url: parameters.webhook.url, secrets });
  const telegram = (over: object) => ({ ...parameters.telegram, ...over });
  const loopback = 'https://127.0.0.1/';

  it.each([
    ...(['webhook', 'slack', 'discord', 'telegram'] as const).flatMap((kind) =>
      ['xoxb-secret', '[]', 'null'].map((value) => [kind, value, noObject] as const),
    ),
    ['slack', {}, field('url')],
    ['discord', url(7), field('url')],
    ['slack', url('http://hooks.slack.com/x'), address('it is not an https URL')],
    ['discord', url('no url'), address('it is no URL')],
    ['discord', url('https://a:b@discord.com/x'), address('it holds a user name or password')],
    ['slack', url(loopback), address('it names this machine itself')],
    ['telegram', telegram({ api: loopback }), address('it names this machine itself')],
    ['webhook', { ...parameters.webhook, url: loopback }, address('it names this machine itself')],
    ['webhook', url(parameters.webhook.url), field('secrets')],
    ['webhook', webhook([]), field('secrets')],
    ['webhook', webhook(Array(11).fill('whsec_abcd')), field('secrets')],
    ['webhook', webhook(['whsec_abcd', 'abcd']), field('secrets.1')],
    ...['whsec_abc', 'x whsec_abcd', 'whsec_abcd===', 'whsec_ab-d'].map(
      (one) => ['webhook', webhook([one]), field('secrets.0')] as const,
    ),
    ...['', '1234:', '1234:a/b', '1234:a?b', '1234: a', '1'.repeat(201)].map(
      (token) => ['telegram', telegram({ token }), field('token')] as const,
    ),
    ...['', '4 2', 4.2, null, '1'.repeat(101)].map(
      (chat) => ['telegram', telegram({ chat }), field('chat')] as const,
    ),
    ...['', ' ', 'a b', 7, 'a'.repeat(101)].map(
      (routingKey) => ['pagerduty', { routingKey }, field('routingKey')] as const,
    ),
    ...[0, -1, 1.5, 'x1', '1x', '', '1'.repeat(16)].map(
      (thread) => ['telegram', telegram({ thread }), field('thread')] as const,
    ),
    ['telegram', telegram({ api: 7 }), field('api')],
  ] as const)('%s %j', (kind, value, why) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const create = () => createService(kind, text, { allowLoopback: false, movedTo: null });
    expect(create).toThrow(new ParameterUnusable(why));
  });

  it.each([
    ['telegram', { token: 'a:_-'.repeat(50), chat: '1'.repeat(100), thread: 1 }],
    ['telegram', { token: 'a', chat: '@a', thread: '1'.repeat(15) }],
    ['pagerduty', { routingKey: 'a' }],
    ['pagerduty', { routingKey: `R0_-${'a'.repeat(96)} ` }],
    ['webhook', { secrets: Array(10).fill('whsec_ab+/==') }],
  ] as const)('%s takes the longest and the shortest: %j', (kind, over) => {
    expect(() => serviceOf(kind, over)).not.toThrow();
  });

  it('names this machine, unless the run is local', () => {
    const local = { url: 'http://127.0.0.1:9/x' };
    for (const kind of ['slack', 'discord', 'webhook'] as const)
      expect(() => serviceOf(kind, local, { allowLoopback: true })).not.toThrow();
  });
});
