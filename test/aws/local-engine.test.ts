import { describe, expect, it } from 'vitest';
import { readSettings } from '../../lib/aws/settings/read-settings.ts';
import { refuseRealAccount, settingsAtHand } from '../../lib/aws/settings/settings-at-hand.ts';
import { everyPart, synthesised } from './synthesised.ts';

/** Every value that differs between two templates, or is in only one of them, as `path: JSON`. */
function added(before: unknown, after: unknown, path: string): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (Object(before) !== before || Object(after) !== after) return [`${path}: ${JSON.stringify(after)}`];
  const [one, other] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => added(one[name], other[name], `${path}.${name}`));
}

it('the setting localEngine changes only this in the template', () => {
  const [usual, local] = [everyPart, { ...everyPart, localEngine: true }].map((settings) =>
    synthesised(settings).toJSON(),
  );
  const differences = added(usual, local, '');
  const policies = ['TopicsAlerts', 'TopicsDeadWebhookAlerts', 'TopicsOperations'];
  policies.push('PollingDeadPolls', 'PollingPolls', 'PollingWakeUps');
  const denial = (name: string) =>
    `${name}Policy PolicyDocument.Statement.0.Condition.NotIpAddress: {"aws:SourceIp":["127.0.0.0/8","::1/128"]}`;
  const sending = (role: string, n: number) =>
    `${role}RoleDefaultPolicy PolicyDocument.Statement.${n}.Action: ["sqs:SendMessage","sqs:SendMessageBatch"]`;
  expect(
    differences.map((one) => one.replace(/^\.Resources\.(\w+)[0-9A-F]{8}\.Properties\./, '$1 ')),
  ).toEqual([
    ...policies.map(denial),
    ...[3, 4].map((n) => sending('PollingDispatchPolls', n)),
    'PollingDispatchPollsFunction Environment.Variables.LOOPBACK: "allowed"',
    ...['Destinationsteam', 'Destinationsteamdeadletters'].map(denial),
    sending('DestinationsDeliverAlerts', 1),
    'DestinationsDeliverAlertsFunction Environment.Variables.LOOPBACK: "allowed"',
  ]);
  expect(JSON.stringify(usual)).not.toMatch(/127\.0\.0|NotIpAddress|SendMessageBatch/);
});

describe('a local engine', () => {
  const local = { AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' };

  it.each([
    ['by its loopback endpoint', local, true],
    ['by its loopback endpoint and its account', { ...local, CDK_DEFAULT_ACCOUNT: '000000000000' }, true],
    ['by name', { AWS_ENDPOINT_URL: 'http://localhost:4566' }, true],
    ['not without an endpoint', {}, false],
    ['not with an empty one', { AWS_ENDPOINT_URL: '' }, false],
    ['not with an endpoint elsewhere', { AWS_ENDPOINT_URL: 'https://127.0.0.1.example.org' }, false],
    ["not with somebody's account behind it", { ...local, CDK_DEFAULT_ACCOUNT: '111122223333' }, false],
  ])('is found %s', (_, environment, isFound) => {
    expect(settingsAtHand(environment)).toEqual(isFound ? { localEngine: true } : {});
  });

  it.each([
    ['is not asked for', false, { CDK_DEFAULT_ACCOUNT: '111122223333' }],
    ["goes to an engine's account", true, { CDK_DEFAULT_ACCOUNT: '000000000000' }],
    ['goes to a loopback endpoint', true, { ...local, CDK_DEFAULT_ACCOUNT: '123456789012' }],
    ['goes nowhere yet', true, {}],
  ])('is not refused if it %s', (_, localEngine, environment) => {
    expect(() => refuseRealAccount(readSettings({ localEngine }), environment)).not.toThrow();
  });
});
