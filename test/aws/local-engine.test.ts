import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../lib/aws/settings/definitions.ts';
import { readSettings, SettingWrong } from '../../lib/aws/settings/read-settings.ts';
import { refuseRealAccount, settingsAtHand } from '../../lib/aws/settings/settings-at-hand.ts';
import { synthesised } from './synthesised.ts';

/** Every value that differs between two templates or is in only one of them: `path: JSON`, in this order. */
function added(before: unknown, after: unknown, path: string): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isObject(before) || !isObject(after)) return [`${path}: ${JSON.stringify(after)}`];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => added(before[name], after[name], `${path}.${name}`));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const templateWith = (settings: Record<string, unknown>): ReturnType<Template['toJSON']> =>
  synthesised({ webhooks: 'https://example.org/hook', ...settings }).toJSON();

describe('the setting localEngine', () => {
  it('makes this difference to the template, and no other', () => {
    const loopback = '{"aws:SourceIp":["127.0.0.0/8","::1/128"]}';
    const ofPolicy = (policy: string, statement = 0) =>
      `Resources.${policy}.Properties.PolicyDocument.Statement.${statement}`;
    const differences = added(templateWith({}), templateWith({ localEngine: true }), '');
    expect(
      differences.map((one) => one.replace(/^\./, '').replace(/(?<=^Resources\.\w+)[0-9A-F]{8}/, '')),
    ).toEqual([
      `${ofPolicy('TopicsAlertsPolicy')}.Condition.NotIpAddress: ${loopback}`,
      `${ofPolicy('TopicsDeadWebhookAlertsPolicy')}.Condition.NotIpAddress: ${loopback}`,
      `${ofPolicy('TopicsOperationsPolicy')}.Condition.NotIpAddress: ${loopback}`,
      `${ofPolicy('PollingDeadPollsPolicy')}.Condition.NotIpAddress: ${loopback}`,
      `${ofPolicy('PollingPollsPolicy')}.Condition.NotIpAddress: ${loopback}`,
      `${ofPolicy('PollingWakeUpsPolicy')}.Condition.NotIpAddress: ${loopback}`,
      `${ofPolicy('PollingDispatchPollsRoleDefaultPolicy', 3)}.Action: ["sqs:SendMessage","sqs:SendMessageBatch"]`,
      `${ofPolicy('PollingDispatchPollsRoleDefaultPolicy', 4)}.Action: ["sqs:SendMessage","sqs:SendMessageBatch"]`,
      'Resources.PollingDispatchPollsFunction.Properties.Environment.Variables.LOOPBACK: "allowed"',
    ]);
  });

  it('is off unless asked for, and then nothing in the template speaks of loopback or of an action that AWS lacks', () => {
    expect(JSON.stringify(templateWith({}))).not.toMatch(/127\.0\.0|NotIpAddress|SendMessageBatch/);
  });
});

describe('a local engine', () => {
  const local = { AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' };
  const read = (localEngine: boolean): Settings => readSettings({ localEngine });

  it.each([
    ['by its loopback endpoint', local],
    ['by its loopback endpoint and its account', { ...local, CDK_DEFAULT_ACCOUNT: '000000000000' }],
    ['by name', { AWS_ENDPOINT_URL: 'http://localhost:4566' }],
  ])('is found %s', (_, environment) => {
    expect(settingsAtHand(environment)).toEqual({ localEngine: true });
  });

  it.each([
    ['without an endpoint', {}],
    ['with an empty one', { AWS_ENDPOINT_URL: '' }],
    ['with an endpoint elsewhere', { AWS_ENDPOINT_URL: 'https://127.0.0.1.example.org' }],
    ["with somebody's account behind the endpoint", { ...local, CDK_DEFAULT_ACCOUNT: '111122223333' }],
  ])('is not found %s', (_, environment) => {
    expect(settingsAtHand(environment)).toEqual({});
  });

  it('is refused for a real account, in a sentence that says so', () => {
    const attempt = () => refuseRealAccount(read(true), { CDK_DEFAULT_ACCOUNT: '111122223333' });
    expect(attempt).toThrow(SettingWrong);
    expect(attempt).toThrow(/^The setting localEngine can't be true for the account 111122223333: .*\.$/);
  });

  it.each([
    ['is not asked for', false, { CDK_DEFAULT_ACCOUNT: '111122223333' }],
    ["goes to an engine's account", true, { CDK_DEFAULT_ACCOUNT: '000000000000' }],
    ['goes to a loopback endpoint', true, { ...local, CDK_DEFAULT_ACCOUNT: '123456789012' }],
    ['goes nowhere yet', true, {}],
  ])('is not refused if it %s', (_, localEngine, environment) => {
    expect(() => refuseRealAccount(read(localEngine), environment)).not.toThrow();
  });
});
