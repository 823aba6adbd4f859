import { InvalidParameterException } from '@aws-sdk/client-sns';
import { describe, expect, it } from 'vitest';
import { alertSchema } from '../../functions/alert/alert.ts';
import { treasury } from '../support/alerts.ts';
import { useCommandLine } from '../support/command-line.ts';
import { takeAlerts } from '../support/embedded.ts';
import { takeMessages } from '../support/take-messages.ts';
import { expectRefusal } from './chainbell.ts';

const line = useCommandLine();

describe('chainbell subscribe', () => {
  it.each([
    ['you@example.org', 'email', 'you@example.org', /a link to confirm/],
    ['+49 (151) 1234-5678', 'sms', '+4915112345678', /SMS sandbox/],
    ['https://example.org/hook?key=hush', 'https', 'https://example.org/hook?key=hush', /must confirm/],
  ])('subscribes %s to alerts', async (typed, protocol, address, next) => {
    const asked: Record<string, unknown>[] = [];
    line.answer('sns:Subscribe', (input) => {
      asked.push(input);
      return { SubscriptionArn: 'arn:x' };
    });
    const { code, stdout, stderr } = await line.run(['subscribe', typed]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(next);
    expect(stdout).not.toContain('hush');
    expect(asked).toMatchObject([
      { TopicArn: line.aws.alertsTopicArn, Protocol: protocol, Endpoint: address },
    ]);
    const { stdout: json } = await line.run(['subscribe', typed, '--operations', '--json']);
    expect(JSON.parse(json)).toEqual({ protocol, address, subscription: 'arn:x', filter: null });
    expect(asked[1]).toMatchObject({ TopicArn: line.aws.opsTopicArn });
  });

  it('brings the addresses of a filter to lower case', async () => {
    const asked: Record<string, unknown>[] = [];
    line.answer('sns:Subscribe', (input) => {
      asked.push(input);
      return {};
    });
    const filter = { wallet: [treasury.toUpperCase().replace('0X', '0x')], direction: ['out'] };
    expect((await line.run(['subscribe', 'a@example.org', '--filter', JSON.stringify(filter)])).code).toBe(0);
    const { FilterPolicy } = (asked[0]?.Attributes ?? {}) as Record<string, string>;
    expect(JSON.parse(FilterPolicy ?? '')).toEqual({ wallet: [treasury], direction: ['out'] });
  });

  it.each([
    [['nobody'], /"nobody" is no address to send to: .* are destinations, in chainbell\.json\.$/],
    [['http://example.org/'], /is no address to send to/],
    [['https://me:hush@example.org/'], /is no address to send to/],
    [['a@example.org', '--filter', '{"sender": ["x"]}'], /--filter takes an SNS filter policy/],
    [['a@example.org', '--filter', 'out'], /--filter takes an SNS filter policy/],
    [['a@example.org', '--filter', '{}', '--operations'], /are for alerts/],
    [['a@example.org', '--severity', 'info', '--operations'], /are for alerts/],
    [['a@example.org', '--severity', 'bad'], /info, warning, critical/],
    [['a@example.org', '--wallet', 'Nobody'], /no watched wallet is called "Nobody"/],
    [['a@example.org', '--severity', 'warning', '--filter', '{"severity": ["info"]}'], /leave one out/],
  ])('subscribes nobody by %j', async (argv, said) => {
    expectRefusal(await line.run(['subscribe', ...argv]), said);
  });
});

describe('chainbell subscribe for one person', () => {
  const policies: unknown[] = [];
  const answer = () => {
    policies.length = 0;
    line.answer('sns:Subscribe', ({ Attributes }) => {
      policies.push(JSON.parse(String(Object(Attributes).FilterPolicy ?? 'null')));
      return { SubscriptionArn: 'arn:x' };
    });
  };

  it.each([
    [['--severity', 'info'], null],
    [['--severity', 'warning'], { severity: ['warning', 'critical'] }],
    [['--severity', 'critical'], { severity: ['critical'] }],
    [['--wallet', treasury.toUpperCase().replace('0X', '0x')], { wallet: [treasury] }],
    [
      ['--wallet', 'treasury', treasury, '--severity', 'critical', '--filter', '{"direction": ["out"]}'],
      { severity: ['critical'], wallet: [treasury], direction: ['out'] },
    ],
  ])('needs no JSON: %j', async (argv, policy) => {
    answer();
    await line.run(['add', treasury, 'label=Treasury']);
    const { code, stdout, stderr } = await line.run(['subscribe', '+4915112345678', ...argv]);
    expect([code, stderr, policies]).toEqual([0, '', [policy]]);
    if (policy === null) expect(stdout).not.toContain('match');
    else expect(stdout).toContain(`is subscribed to alerts that match ${JSON.stringify(policy)}.`);
  });

  it('says what to do if the address gets other alerts already', async () => {
    line.answer('sns:Subscribe', () => {
      throw new InvalidParameterException({
        message:
          'Invalid parameter: Attributes Reason: Subscription already exists with different attributes',
        $metadata: {},
      });
    });
    const { code, stderr } = await line.run(['subscribe', 'you@example.org', '--severity', 'critical']);
    expect([code, stderr]).toEqual([
      1,
      'you@example.org is subscribed already, to other alerts: npx chainbell unsubscribe you@example.org first, then try again.\n',
    ]);
  });
});

describe('chainbell unsubscribe', () => {
  const ended: unknown[] = [];
  const answer = () => {
    ended.length = 0;
    line.answer('sns:ListSubscriptionsByTopic', ({ TopicArn }) => {
      const of = TopicArn === line.aws.opsTopicArn ? 'operations' : 'alerts';
      const email = { Protocol: 'email', Endpoint: 'You@example.org', SubscriptionArn: `arn:${of}` };
      const phone = { Protocol: 'sms', Endpoint: '+4915112345678', SubscriptionArn: 'PendingConfirmation' };
      const ops = { Protocol: 'email', Endpoint: 'ops@example.org', SubscriptionArn: 'arn:ops' };
      return { Subscriptions: [email, phone, ...(of === 'operations' ? [ops] : [])] };
    });
    line.answer('sns:Unsubscribe', ({ SubscriptionArn }) => {
      ended.push(SubscriptionArn);
      return {};
    });
  };

  it('ends the subscription of one topic', async () => {
    answer();
    expect((await line.run(['unsubscribe', 'you@example.org'])).stdout).toMatch(/gets no more alerts\./);
    const { stdout } = await line.run(['unsubscribe', 'you@example.org', '--operations']);
    expect(stdout).toMatch(/gets no more operations messages\./);
    expect(ended).toEqual(['arn:alerts', 'arn:operations']);
  });

  it.each([
    ['who@example.org', /who@example\.org gets no alerts; npx chainbell subscriptions lists who gets some\./],
    ['ops@example.org', /ops@example\.org gets no alerts; it gets operations messages: add --operations\./],
    ['+4915112345678', /has not confirmed yet, and gets nothing until then/],
  ])('ends nothing for %s', async (typed, said) => {
    answer();
    const { code, stdout, stderr } = await line.run(['unsubscribe', typed]);
    expect([code, stdout, ended]).toEqual([1, '', []]);
    expect(stderr).toMatch(said);
  });
});

describe('chainbell subscriptions', () => {
  const answer = () =>
    line.answer('sns:ListSubscriptionsByTopic', ({ TopicArn }) => ({
      Subscriptions:
        TopicArn === line.aws.opsTopicArn
          ? [{ Protocol: 'email', Endpoint: 'ops@example.org', SubscriptionArn: 'Deleted' }]
          : [
              {
                Protocol: 'email',
                Endpoint: 'you\u001b[31m@example.org',
                SubscriptionArn: 'PendingConfirmation',
              },
              {
                Protocol: 'https',
                Endpoint: 'https://example.org/?key=hush',
                SubscriptionArn: 'arn:aws:sns:x',
              },
              {
                Protocol: 'sqs',
                Endpoint: 'arn:aws:sqs:eu-west-1:123456789012:Chainbell-team',
                SubscriptionArn: 'arn:aws:sns:y',
              },
            ],
    }));

  it('lists those of both topics, who is still to confirm, and what each gets', async () => {
    answer();
    line.answer('sns:GetSubscriptionAttributes', () => ({
      Attributes: { FilterPolicy: '{"severity":["critical"]}' },
    }));
    const { stdout } = await line.run(['subscriptions']);
    expect(stdout.split('\n').map((row) => row.split(/ {2,}/))).toEqual([
      ['Topic', 'By', 'To', 'State', 'Gets'],
      ['alerts', 'email', 'you[31m@example.org', 'pending', '-'],
      ['alerts', 'https', 'https://example.org/?...', 'confirmed', '{"severity":["critical"]}'],
      ['alerts', 'sqs', 'destination team', 'confirmed', '{"severity":["critical"]}'],
      ['operations', 'email', 'ops@example.org', 'dropped', '-'],
      [''],
    ]);
    const states = JSON.parse((await line.run(['subscriptions', '--json'])).stdout).map(
      ({ state }: { state: string }) => state,
    );
    expect(states).toEqual(['pending', 'confirmed', 'confirmed', 'dropped']);
  });
});

describe('chainbell test', () => {
  it('publishes an alert of the contract that says of itself what it is', async () => {
    const { code, stdout, stderr } = await line.run(['test', '--json']);
    expect([code, stderr]).toEqual([0, '']);
    const [published] = await takeAlerts(line.aws);
    expect(alertSchema.parse(published?.json)).toEqual(JSON.parse(stdout));
    expect(published?.json).toMatchObject({ type: 'transfer.received', transfer: { explorerUrl: null } });
    expect((await line.run(['test'])).stdout).toMatch(/^A test alert \(severity info\) is on its way/);
    expect(await takeMessages(line.aws.sqs, line.aws.alertsQueueUrl)).toHaveLength(1);
  });

  it('publishes one of the severity that a destination waits for', async () => {
    const { stdout } = await line.run(['test', '--severity', 'critical']);
    expect(stdout).toMatch(/^A test alert \(severity critical\) is on its way/);
    const [published] = await takeAlerts(line.aws);
    expect(published?.json).toMatchObject({ severity: 'critical', transfer: { token: { symbol: 'TEST' } } });
  });

  it('says so in every text', async () => {
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
