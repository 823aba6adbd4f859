import {
  InvalidParameterException,
  InvalidParameterValueException,
  PublishCommand,
  SNSClient,
} from '@aws-sdk/client-sns';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type OnPublished, type OutgoingAlert, publishAlerts } from '../../functions/alert/publish.ts';
import { createTokenBucket, type TokenBucket } from '../../functions/rate/rate-limiter.ts';
import { approvalAlert, controlAlert, ok, transferAlert } from '../support/alerts.ts';
import { startReceiver } from '../support/fakes/receiver.ts';
import { virtualClock } from '../support/virtual-clock.ts';

let sns = mockClient(SNSClient);
let taken: string[] = [];
beforeEach(() => {
  taken = [];
  sns.restore();
  sns = mockClient(SNSClient);
});
// Other test files share this thread.
afterAll(() => sns.restore());

const clock = { now: () => 0, sleep: async () => {} };
const onPublished: OnPublished = ({ alert }) => void taken.push(alert.id);
const always: TokenBucket = { take: async () => true };
const alerts = ['a', 'b', 'c', 'd'].map((id) => ({ alert: transferAlert({ id }) }));

type Dependencies = Parameters<typeof publishAlerts>[1];

function publish(over: Partial<Dependencies> = {}, some: readonly OutgoingAlert[] = alerts) {
  const client = new SNSClient({ region: 'eu-central-1' });
  const deadline = clock.now() + 60_000;
  const topic = { topicArn: 'arn:topic', stackName: 'Chainbell' };
  const usual = { sns: client, ...topic, pace: always, clock, deadline, onPublished };
  return publishAlerts(some, { ...usual, ...over });
}

function sentIds(): string[] {
  return sns
    .commandCalls(PublishCommand)
    .map(({ args }) => JSON.parse(JSON.parse(args[0].input.Message ?? '{}').default).id);
}

describe('publishing the alerts of one wallet', () => {
  it('sends them one after the other, in their order', async () => {
    let under = 0;
    sns.on(PublishCommand).callsFake(async () => {
      under += 1;
      const before = taken.length;
      await new Promise((resolve) => setImmediate(resolve));
      expect([under, taken.length]).toEqual([1, before]);
      under -= 1;
      return {};
    });
    expect(await publish()).toEqual({ published: 4, failure: null });
    expect(sentIds()).toEqual(['a', 'b', 'c', 'd']);
    expect(taken).toEqual(sentIds());
    expect(sns.commandCalls(PublishCommand)[0]?.args[0].input.TopicArn).toBe('arn:topic');
  });

  it('names the stack in emails if its commands need it', async () => {
    sns.on(PublishCommand).resolves({});
    for (const stackName of ['Chainbell', 'Second']) await publish({ stackName }, alerts.slice(0, 1));
    const [email, emailOfSecond] = sns
      .commandCalls(PublishCommand)
      .map(({ args }): string => JSON.parse(args[0].input.Message ?? '{}').email);
    expect(emailOfSecond).toBe(`${email}\nCommands for this stack take --stack Second.`);
  });

  it('stops at the first alert that SNS does not take, and says why', async () => {
    const refused = new Error('AuthorizationError');
    sns.on(PublishCommand).resolvesOnce({}).resolvesOnce({}).rejectsOnce(refused).resolves({});
    const outcome = await publish();
    expect(outcome.published).toBe(2);
    expect(outcome.failure?.message).toBe('AuthorizationError');
    expect(sentIds()).toEqual(['a', 'b', 'c']);
    expect(taken).toEqual(['a', 'b']);
  });

  it.each([
    ['texts', InvalidParameterException],
    ['attributes', InvalidParameterValueException],
  ])('sends an alert as JSON only if SNS refuses its %s, before the next one', async (_what, Refusal) => {
    const refused = new Refusal({ $metadata: {}, message: 'Invalid parameter' });
    sns.on(PublishCommand).resolvesOnce({}).rejectsOnce(refused).resolves({});
    expect(await publish()).toEqual({ published: 4, failure: null });
    expect(sentIds()).toEqual(['a', 'b', 'b', 'c', 'd']);
    const bare = sns.commandCalls(PublishCommand)[2]?.args[0].input;
    const said = 'Chainbell: transfer.received. SNS refused its texts';
    expect(bare?.Subject).toBe(said);
    expect(JSON.parse(bare?.Message ?? '')).toEqual({ default: expect.any(String), sms: said });
    const { tags, amount, ...others } =
      sns.commandCalls(PublishCommand)[1]?.args[0].input.MessageAttributes ?? {};
    expect([tags, amount]).not.toContain(undefined);
    expect(bare?.MessageAttributes).toEqual(others);
  });

  it('stops if SNS does not take even the JSON', async () => {
    const refused = new InvalidParameterException({ $metadata: {}, message: 'Invalid parameter: Subject' });
    sns.on(PublishCommand).resolvesOnce({}).rejectsOnce(refused).rejectsOnce(new Error('away')).resolves({});
    expect(await publish()).toEqual({ published: 1, failure: new Error('away') });
    expect(taken).toEqual(['a']);
  });

  const sent = transferAlert({ id: 'theft', transfer: { direction: 'out' } });
  const trusted = { ...ok, reasons: [{ rule: 'trusted-token', detail: 'the row trusts it' }] };
  const made = { address: `0x${'5'.repeat(40)}` as never, verified: true };

  it('publishes a theft after earlier alerts of its wallet and before the waiting alerts of fifty other wallets', async () => {
    sns.on(PublishCommand).resolves({});
    const time = virtualClock({ start: 0 });
    const pace = createTokenBucket({ perSecond: 2, clock: time });
    const over = { pace, clock: time, deadline: 400_000 };
    const all = Array.from({ length: 50 }, () => publish(over));
    all.push(publish(over, [...alerts.slice(0, 2), { alert: sent }, ...alerts.slice(2)]));
    await time.advance(2_000);
    expect(taken.slice(0, 4)).toEqual(['a', 'a', 'b', 'theft']);
    await time.advance(400_000);
    await Promise.all(all);
    expect(taken).toHaveLength(205);
  });

  const out = { direction: 'out' } as const;
  it.each([
    ['sent in a genuine token', sent, true],
    [
      'sent in one that the row trusts',
      transferAlert({ transfer: out, token: made, verdict: trusted }),
      true,
    ],
    ['sent in one that only the API vouches for', transferAlert({ transfer: out, token: made }), false],
    ['sent, of nothing', transferAlert({ transfer: { ...out, value: 0n } }), false],
    ['received', transferAlert(), false],
    ['changed in the control of a wallet', controlAlert(), true],
    ['approved', approvalAlert(), true],
    [
      'approved by a token that may have made it up',
      approvalAlert({}, { verdict: { ...ok, spam: true } }),
      false,
    ],
  ])('asks for a turn for what was %s: urgent %s', async (_, alert, urgent) => {
    sns.on(PublishCommand).resolves({});
    const turns: unknown[] = [];
    await publish({ pace: { take: async (_deadline, isUrgent) => turns.push(isUrgent) > 0 } }, [{ alert }]);
    expect(turns).toEqual([urgent]);
  });

  it('stops at its deadline, without a failure', async () => {
    sns.on(PublishCommand).resolves({});
    const pace = createTokenBucket({ perSecond: 4, clock });
    expect(await publish({ pace, deadline: 500 })).toEqual({ published: 2, failure: null });
    expect(sentIds()).toEqual(['a', 'b']);
  });

  it('ends a call at the deadline: time ran out, and SNS did not fail', { timeout: 2_000 }, async () => {
    const hanging = await startReceiver(() => ({ status: 200, cut: 'hang' }));
    sns.restore();
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const endpoint = hanging.url;
    const client = new SNSClient({ region: 'eu-central-1', endpoint, credentials });
    const outcome = await publish({ sns: client, deadline: 100 });
    await hanging.close();
    expect(outcome).toEqual({ published: 0, failure: null });
  });

  it('makes no call without alerts', async () => {
    expect(await publish({}, [])).toEqual({ published: 0, failure: null });
    expect(sns.calls()).toHaveLength(0);
  });
});
