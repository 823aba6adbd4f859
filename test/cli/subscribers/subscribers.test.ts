import { InvalidParameterException } from '@aws-sdk/client-sns';
import { beforeEach, describe, expect, it } from 'vitest';
import { alertSchema } from '../../../functions/alert/alert.ts';
import { exchange, treasury } from '../../support/alerts.ts';
import { useCommandLine } from '../../support/command-line.ts';
import { takeAlerts } from '../../support/embedded.ts';
import { transcripts } from '../transcript.ts';

const line = useCommandLine();
const told = transcripts(line);

describe('chainbell subscribe', () => {
  let asked: unknown[] = [];
  beforeEach(() => {
    asked = [];
    line.answer('sns:Subscribe', ({ TopicArn, ...input }) => {
      asked.push([TopicArn === line.aws.opsTopicArn ? 'operations' : 'alerts', input]);
      return { SubscriptionArn: 'arn:x' };
    });
  });

  told("subscribes an email address, phone or URL; hides the URL's query", async ({ type, note, says }) => {
    const all = ['you@example.org', "'+49 (151) 1234-5678'", "'https://example.org/hook?key=hush-hush'"];
    for (const address of all) await type(`subscribe ${address}`);
    await type('subscribe you@example.org --operations --json');
    note(JSON.parse(JSON.stringify(asked).replaceAll('hush-hush', '<key>')));
    says(`you@example.org is subscribed. Unless it is confirmed already, SNS mails it a link to confirm: until then it gets nothing else. $
      … +4915112345678 is subscribed. If the account is in the SMS sandbox, verify the number first. To the
      United States SNS sends only from an origination number of yours (console: SNS, Text messaging). $
      … https://example.org/hook?... is subscribed. Unless it is confirmed already, it must visit the SubscribeURL that SNS posts: …
      { "protocol": "email", "address": "you@example.org", "subscription": "arn:x", "filter": null }
      # [ [ 'alerts', { Endpoint: 'you@example.org', Protocol: 'email', ReturnSubscriptionArn: true } ],
      [ 'alerts', { Endpoint: '+4915112345678', Protocol: 'sms', ReturnSubscriptionArn: true } ],
      [ 'alerts', { Endpoint: 'https://example.org/hook?key=<key>', Protocol: 'https', ReturnSubscriptionArn: true } ],
      [ 'operations', { Endpoint: 'you@example.org', Protocol: 'email', ReturnSubscriptionArn: true } ] ] $`);
  });

  told('filters by severity, wallets and policy, in any letter case', async ({ type, note, says }) => {
    for (const wallet of [treasury, exchange]) await line.run(['add', wallet, 'label=Treasury']);
    const loud = treasury.toUpperCase().replace('0X', '0x');
    for (const choice of [
      '--severity info',
      '--severity warning',
      '--severity critical',
      `--wallet ${loud}`,
      `--filter '{"wallet": ["${loud}"], "direction": ["out"]}'`,
      `--wallet treasury ${exchange} --severity critical --filter '{"direction": ["out"]}'`,
    ])
      await type(`subscribe +4915112345678 ${choice}`);
    note(asked);
    says(`is subscribed. … is subscribed to alerts that match {"severity":["warning","critical"]}. …
      [ 'alerts', { Endpoint: '+4915112345678', Protocol: 'sms', ReturnSubscriptionArn: true } ],
      [ 'alerts', { Attributes: { FilterPolicy: '{"severity":["warning","critical"]}' }, Endpoint: …
      FilterPolicy: '{"severity":["critical"]}' … FilterPolicy: '{"wallet":["${treasury}"]}'
      … FilterPolicy: '{"wallet":["${treasury}"],"direction":["out"]}'
      … FilterPolicy: '{"severity":["critical"],"wallet":["${exchange}","${treasury}"],"direction":["out"]}'`);
  });

  told('subscribes nobody by what it can not use', async ({ type, note, says }) => {
    for (const words of ['nobody', 'http://example.org/', 'https://me:secret@example.org/'])
      await type(`subscribe ${words}`);
    for (const options of [
      `--filter '{"sender": ["x"]}'`,
      '--filter out',
      "--filter '{}' --operations",
      '--severity info --operations',
      '--severity bad',
      '--wallet Nobody',
      `--severity warning --filter '{"severity": ["info"]}'`,
      `--severity warning --filter '{"type":[1],"chain":["eth"],"token":[1],"$or":[{"tags":[1]},{"amount":[1]}]}'`,
    ])
      await type(`subscribe a@example.org ${options}`);
    note(asked);
    says(`! "nobody" is not an address: give an email address, a phone number … [exit code 2] $
      … ! "http://example.org/" is not an address … ! "https://me:secret@example.org/" is not an address …
      {"sender": … ! --filter takes an SNS filter policy in JSON on type, severity (info, warning,
      critical), wallet, … tags and amount, such as {"direction": ["out"]}. [exit code 2] $ … ! --filter takes an SNS filter policy …
      ! --filter, --severity and --wallet are for alerts: operations messages have no attributes to match. …
      ! --filter, --severity and --wallet are for alerts: … Allowed choices are info, warning, critical; …
      ! --wallet: no watched wallet is called "Nobody". "Nobody" is not an address: it takes 0x and 40 hex digits. …
      ! --filter and --severity both say which severity: leave one out. [exit code 2] $ …
      ! --filter, --severity and --wallet take at most five attributes, 150 combinations. [exit code 2] # [] $`);
  });

  told('says what to do if the address gets other alerts already', async ({ type, says }) => {
    const message =
      'Invalid parameter: Attributes Reason: Subscription already exists with different attributes';
    line.answer('sns:Subscribe', () => {
      throw new InvalidParameterException({ message, $metadata: {} });
    });
    await type('subscribe you@example.org --severity critical');
    says(`! you@example.org is subscribed already, to other alerts: npx chainbell unsubscribe you@example.org first, then try again.
      [exit code 1] $`);
  });
});

const of = (Protocol: string, Endpoint: string, SubscriptionArn: string) => ({
  Protocol,
  Endpoint,
  SubscriptionArn,
});
const answerLists = (alerts: readonly object[], operations: readonly object[]) =>
  line.answer('sns:ListSubscriptionsByTopic', ({ TopicArn }) => ({
    Subscriptions: TopicArn === line.aws.opsTopicArn ? operations : alerts,
  }));

told('unsubscribe ends the subscription of one topic, if there is one', async ({ type, note, says }) => {
  const ended: unknown[] = [];
  const phone = of('sms', '+4915112345678', 'PendingConfirmation');
  const you = (arn: string) => of('email', 'You@example.org', arn);
  answerLists(
    [
      ...[you('arn:alerts'), of('email', 'you@example.org', 'arn:again'), phone],
      ...['hook', 'Hook'].map((path) => of('https', `https://example.org/${path}`, `arn:${path}`)),
    ],
    [you('arn:operations'), phone, of('email', 'ops@example.org', 'arn:ops')],
  );
  line.answer('sns:Unsubscribe', ({ SubscriptionArn }) => {
    ended.push(SubscriptionArn);
    return {};
  });
  for (const who of ['you@example.org', 'you@example.org --operations', 'who@example.org'])
    await type(`unsubscribe ${who}`);
  for (const who of ['ops@example.org', 'https://example.org/hook']) await type(`unsubscribe ${who}`);
  await type('unsubscribe +4915112345678');
  note(ended);
  says(`you@example.org gets no more alerts. If chainbell.json names it, remove it there too. $
    … you@example.org gets no more operations messages. If chainbell.json names it, …
    ! who@example.org gets no alerts; npx chainbell subscriptions lists who gets some. [exit code 1] $
    … ! ops@example.org gets no alerts; it gets operations messages: add --operations. [exit code 1] $
    … https://example.org/hook gets no more alerts. … ! +4915112345678 has not confirmed, so it gets nothing. AWS deletes an unconfirmed subscription within three days.
    [exit code 1] # [ 'arn:alerts', 'arn:again', 'arn:operations', 'arn:hook' ] $`);
});

told('subscriptions lists both topics, who must confirm, and what each gets', async ({ type, says }) => {
  answerLists(
    [
      of('email', 'you\u001b[31m@example.org', 'PendingConfirmation'),
      of('https', 'https://example.org/?key=hush', 'arn:aws:sns:x'),
      of('sqs', 'arn:aws:sqs:eu-west-1:123456789012:Chainbell-team', 'arn:aws:sns:y'),
    ],
    [of('email', 'ops@example.org', 'Deleted')],
  );
  const Attributes = { FilterPolicy: '{"severity":["critical"]}' };
  line.answer('sns:GetSubscriptionAttributes', () => ({ Attributes }));
  await type('subscriptions');
  await type('subscriptions --json');
  says(`Topic By To State Gets alerts email you[31m@example.org pending - alerts https https://example.org/?... confirmed
    {"severity":["critical"]} alerts sqs destination team confirmed {"severity":["critical"]}
    operations email ops@example.org dropped - $
    … { "topic": "alerts", "protocol": "https", "endpoint": "https://example.org/?key=hush", "state": "confirmed", …
    { "topic": "operations", "protocol": "email", "endpoint": "ops@example.org", "state": "dropped", "gets": null } ] $`);
});

describe('chainbell test', () => {
  told('publishes a valid alert of the severity that a filter needs', async ({ type, says }) => {
    const info = await type('test --json');
    await type('test --severity critical');
    const [first, second] = await takeAlerts(line.aws);
    expect(alertSchema.parse(first?.json)).toEqual(JSON.parse(info));
    expect(second?.json).toMatchObject({ severity: 'critical', transfer: { token: { symbol: 'TEST' } } });
    says(
      `A test alert (severity critical) is on its way. If it does not arrive although filters pass it, npx chainbell doctor says why. $`,
    );
  });

  it('says in every text that it is only a test, and links nothing', async () => {
    let sent: Record<string, unknown> = {};
    line.answer('sns:Publish', (input) => {
      sent = input;
      return {};
    });
    await line.run(['test']);
    const { email, sms } = JSON.parse(String(sent.Message));
    for (const text of [sent.Subject, email, sms]) expect(text).toMatch(/TEST/);
    expect(email).toContain('this is only a test');
    expect(email).not.toContain('http');
  });
});
