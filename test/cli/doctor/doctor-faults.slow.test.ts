import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { NotFoundException } from '@aws-sdk/client-sns';
import { expect, it } from 'vitest';
import { destinationIncident } from '../../../functions/deliver-alerts/delivery/incident-reports.ts';
import { droppedIncident } from '../../../functions/dispatch-polls/subscriptions/check-subscriptions.ts';
import { apiIncident } from '../../../functions/incidents/incident-kinds.ts';
import { treasury } from '../../support/alerts.ts';
import { describedStack, useCommandLine } from '../../support/command-line.ts';
import { expectPrinted } from '../../support/expect-printed.ts';
import { faults as apiFaults } from '../../support/fakes/fake-api.ts';
import { testKey } from '../../support/test-key.ts';
import { record, rememberYou, useHealthyDeployment, you } from '../healthy-deployment.ts';
import { hush } from '../transcript.ts';

const line = useCommandLine();
const deployed = useHealthyDeployment(line);

const set = (part: 'parameters' | 'metrics' | 'queues' | 'readers' | 'code' | 'api', values: object) => () =>
  Object.assign(deployed[part], values);
const unset = (name: string) => () => delete deployed.parameters[name];
const row = (over: object) => () => line.putRow({ wallet: treasury, chain: 'eth', ...over });
const email = (SubscriptionArn: string) =>
  Object.assign(deployed.subscriptions.alerts[0] ?? {}, { SubscriptionArn });

/** Each fault breaks one part of a healthy deployment; doctor must print this line. */
const faults: readonly [says: string, plant: () => unknown][] = [
  ['api key /chainbell/api-key is not set', unset('/chainbell/api-key')],
  ['api key the API refuses the key, so polls stop', set('api', { key: 'another' })],
  ["api key the plan's calls are used up", set('api', { fault: apiFaults.planExhausted })],
  [
    'api key the API gave no transfers: The API answered 404: it will not serve this request. If it lasts, the settings baseUrl',
    set('api', { fault: { status: 404, body: '' } }),
  ],
  ['api key the key could not be tried: The API answered 503', set('api', { fault: apiFaults.unavailable })],
  [
    "api key the functions can't use the key: The key in the SSM parameter x can't be read. … key set",
    () =>
      record(line, apiIncident('key.missing', "The key in the SSM parameter x can't be read.", 'key set')),
  ],
  ['plan 5000 calls a day are too few: every interval is 4.3', row({ chain: 'base', every: '5s' })],
  ['subscriptions you@example.org gets no alerts until it confirms', () => email('PendingConfirmation')],
  [
    'subscriptions you@example.org gets no alerts any more',
    async () => {
      await rememberYou(line);
      email('Deleted');
    },
  ],
  [
    'subscriptions the subscription of alerts to y***@example.org is gone',
    async () => {
      await rememberYou(line);
      deployed.subscriptions.alerts.shift();
    },
  ],
  [
    'subscriptions the subscription of alerts to y***@example.org is gone',
    async () => {
      await record(line, droppedIncident('alerts', you));
      deployed.subscriptions.alerts.shift();
    },
  ],
  [
    'subscriptions nobody gets alerts: npx chainbell subscribe',
    () => deployed.subscriptions.alerts.splice(0),
  ],
  [
    'subscriptions a topic was deleted, so its subscribers get nothing: npx cdk deploy --revert-drift makes it again',
    () =>
      line.answer('sns:ListSubscriptionsByTopic', () => {
        throw new NotFoundException({ message: 'Topic does not exist', $metadata: {} });
      }),
  ],
  ['schedule the schedule is off … doctor --fix', () => Object.assign(deployed, { schedule: 'DISABLED' })],
  [
    'schedule somebody deleted the schedule … --revert-drift',
    () => Object.assign(deployed, { schedule: null }),
  ],
  ['last tick none for ten minutes, so no wallet is polled', set('metrics', { Invocations: 0 })],
  ['last tick 1 of 1 ticks failed, so wallets are polled late', set('metrics', { Errors: 1 })],
  [
    'last tick Lambda throttled 3 of 4 calls of dispatch within ten minutes. … button "Throttle"',
    set('metrics', { 'Throttles of dispatch': 3 }),
  ],
  [
    'last tick Lambda throttled 3 of 3 calls of poll … free executions',
    set('metrics', { 'Throttles of poll': 3, 'Invocations of poll': 0 }),
  ],
  ['last tick Lambda throttled 2 of 3 calls of deliver', set('metrics', { 'Throttles of deliver': 2 })],
  [
    "queues the poll function's trigger is off … doctor --fix",
    set('readers', { PollingTakePolls1A2B: 'Disabled' }),
  ],
  [
    'queues somebody deleted a trigger of the deliver function',
    set('readers', { DestinationsTeamTake1A2B: null }),
  ],
  [
    'queues the trigger of scans between ticks is off, so nodes are asked once a minute: … doctor --fix',
    set('readers', { PollingTakeWakeUps1A2B: 'Disabled' }),
  ],
  ['queues 3 dead letters in … redrive team. … mends', set('queues', { 'Chainbell-team-dead-letters': '3' })],
  [
    'queues 1 dead letter in … "webhook alerts given up".',
    set('queues', { 'Chainbell-TopicsDeadWebhookAlerts1A2B': '1' }),
  ],
  [
    'queues 2 dead letters in … polls that failed every time',
    set('queues', { 'Chainbell-PollingDeadPolls1A2B': '2' }),
  ],
  ['rows 0x12 on eth is NOT watched … Delete the row', row({ wallet: '0x12' })],
  [
    'rows Savings … --chain bsc-testnet every=… corrects',
    row({ chain: 'bsc testnet', every: 'often', label: 'Savings' }),
  ],
  ['rows … on Ethereum and … on eth are one wallet. Only the second row counts', row({ chain: 'Ethereum' })],
  ["nodes can't be looked at: … rows … plan can't", () => line.refuse('dynamodb:Scan')],
  [
    'stack There is no stack Chainbell in us-east-1: give its region with --region',
    () =>
      line.answer('cloudformation:DescribeStacks', () => {
        const message = 'Stack with id Chainbell does not exist';
        throw Object.assign(new Error(message), { name: 'ValidationError', $metadata: {} });
      }),
  ],
  [
    'stack Chainbell is UPDATE_IN_PROGRESS: if no deploy runs, read its events in CloudFormation, then deploy',
    () =>
      line.answer('cloudformation:DescribeStacks', () => {
        const text = JSON.stringify(describedStack(line.aws));
        return JSON.parse(text.replace('UPDATE_COMPLETE', 'UPDATE_IN_PROGRESS'));
      }),
  ],
  ["sms $9.00 of the month's $10 are spent", set('metrics', { SMSMonthToDateSpentUSD: 9 })],
  [
    'sms the account is in the SMS sandbox',
    () => line.answer('sns:GetSMSSandboxAccountStatus', () => ({ IsInSandbox: true })),
  ],
  [
    'sms +4915112345678 answered STOP and gets no more SMS',
    () => line.answer('sns:CheckIfPhoneNumberIsOptedOut', () => ({ isOptedOut: true })),
  ],
  [
    'nodes the node of eth does not work, … no complete answer',
    set('parameters', { '/chainbell/rpc/eth': `http://127.0.0.1:9/${hush}` }),
  ],
  [
    'nodes the node of bsc does not work, … chain 0x1, not for 0x38.',
    () => {
      deployed.parameters['/chainbell/rpc/bsc'] = deployed.nodeAddress;
      return row({ chain: 'bsc' })();
    },
  ],
  ['nodes … /chainbell/rpc/eth … The value is not a URL.', set('parameters', { '/chainbell/rpc/eth': hush })],
  [
    'version deployed 0.0.9, here …: if the version here is newer, run npx cdk deploy',
    () => line.answer('cloudformation:DescribeStacks', () => describedStack(line.aws, { Version: '0.0.9' })),
  ],
  [
    'code poll-wallets, deliver-alerts run other code',
    set('code', { poll: 'somebody else', deliver: 'somebody else' }),
  ],
  [
    'tables History was deleted: restore it',
    () =>
      line.answer('dynamodb:DescribeTable', ({ TableName }) => {
        if (TableName !== line.aws.tables.history) return { Table: { TableStatus: 'ACTIVE' } };
        throw new ResourceNotFoundException({ message: '', $metadata: {} });
      }),
  ],
  ['destinations /chainbell/destinations/team is not set', unset('/chainbell/destinations/team')],
  [
    "destinations … can't be used, … its value is not a JSON object.",
    set('parameters', { '/chainbell/destinations/team': hush }),
  ],
  [
    'destinations it takes no alerts: team: HTTP 503. … redrive team',
    () => record(line, destinationIncident('team', 'team: HTTP 503')),
  ],
  [
    'destinations nothing has reached team since its secret was set. (Before: The SSM parameter x is missing.) … destination set team.',
    () => record(line, destinationIncident('team', 'The SSM parameter x is missing.')),
  ],
  [
    "destinations it takes no alerts: The SSM parameter x can't be used: its KMS key must be alias/aws/ssm.",
    () =>
      record(
        line,
        destinationIncident('team', "The SSM parameter x can't be used: its KMS key must be alias/aws/ssm."),
      ),
  ],
  [
    'alarms wallets failing rings. Late.[2J',
    () =>
      line.answer('cloudwatch:DescribeAlarms', () => ({
        MetricAlarms: [
          { AlarmName: 'wallets failing', StateValue: 'ALARM', AlarmDescription: 'Late.\u001b[2J' },
        ],
      })),
  ],
];

it.each(faults)('doctor finds only this, and says what to do: %s', async (says, plant) => {
  await plant();
  const [json, text] = [await line.run(['doctor', '--json']), await line.run(['doctor'])];
  expect([json.code, text.code, json.stderr + text.stderr]).toEqual([1, 1, '']);
  for (const secret of [hush, testKey]) expect(json.stdout + text.stdout).not.toContain(secret);
  expect(text.stdout).not.toMatch(/[^\P{C}\n]/u);
  const bad = text.stdout.split('\n').filter((row) => !row.startsWith('ok '));
  expectPrinted(bad.join('\n'), `${says} … ${says.split(' ')[0]}`);
  const found = JSON.parse(json.stdout).filter(({ state }: { state: string }) => state !== 'ok');
  expect(found).toHaveLength(bad.length - 2);
});
