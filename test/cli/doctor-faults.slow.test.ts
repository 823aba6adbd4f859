import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { checksumAddress } from '../../functions/chain/address.ts';
import { destinationIncident } from '../../functions/deliver-alerts/delivery/failing.ts';
import { version } from '../../functions/deliver-alerts/version.ts';
import { droppedIncident } from '../../functions/dispatch-polls/subscriptions/subscription-incidents.ts';
import { incidentKey } from '../../functions/incidents/incident.ts';
import { createIncidentTable } from '../../functions/incidents/incident-table.ts';
import { treasury } from '../support/alerts.ts';
import { commandTime, describedStack, useCommandLine } from '../support/command-line.ts';
import { stateTable } from '../support/embedded.ts';
import { faults as apiFaults } from '../support/fake-api.ts';
import { testKey } from '../support/test-key.ts';
import { hush, rememberYou, useHealthyDeployment, you } from './healthy-deployment.ts';

const line = useCommandLine();
const deployed = useHealthyDeployment(line);

/** Breaks one thing of a healthy deployment. The doctor's lines that are not `ok` are then of these parts and say these words. */
type Fault = readonly [name: string, plant: () => unknown, checks: string, says: string | RegExp];

const isGone =
  'the subscription of alerts to y***@example.org is gone: somebody unsubscribed it, or SNS gave up on it. If that was not meant: npx chainbell subscribe <its address>.';
/** One table's statement; the local engine's name for it. */
const statement =
  'A policy of theirs must have {"Effect":"Allow","Action":"dynamodb:Scan","Resource":"arn:aws:dynamodb:us-east-1:123456789012:table/Watchlist"}.';
const tickByHand = 'aws lambda invoke --function-name dispatch /dev/stdout';

const deployedVersion = (said: string) =>
  line.answer('cloudformation:DescribeStacks', () => describedStack(line.aws, { Version: said }));

const faults: readonly Fault[] = [
  [
    'no key',
    () => delete deployed.parameters['/chainbell/api-key'],
    'api key',
    '/chainbell/api-key is not set, so no wallet is polled: npx chainbell key set.',
  ],
  [
    'refused key',
    () => Object.assign(deployed.api, { key: 'another' }),
    'api key',
    "the API refuses the key, so polls stop, unless a running function still has an earlier key that works: take a valid one from the provider's console, and npx chainbell key set.",
  ],
  [
    'plan too small',
    () => line.putRow({ wallet: treasury, chain: 'base', every: '5s' }),
    'plan',
    '5000 calls a day are too few: every interval is 4.3 times as long. Poll wallets that can wait less often (npx chainbell set 0xWallet every=1h), or take a larger plan, set callsPerDay to its calls and deploy.',
  ],
  [
    'unconfirmed email',
    () => Object.assign(deployed.subscriptions.alerts[0] ?? {}, { SubscriptionArn: 'PendingConfirmation' }),
    'subscriptions',
    'you@example.org gets no alerts until it confirms: open the link in SNS\'s mail "AWS Notification - Subscription Confirmation", perhaps among spam. Once more: npx chainbell subscribe you@example.org.',
  ],
  [
    'dropped email (which SNS still lists)',
    async () => {
      await rememberYou(line);
      Object.assign(deployed.subscriptions.alerts[0] ?? {}, { SubscriptionArn: 'Deleted' });
    },
    'subscriptions',
    'you@example.org gets no alerts any more: somebody unsubscribed it, or SNS gave up on it. If that was not meant: npx chainbell subscribe you@example.org.',
  ],
  [
    'dropped email (before the daily check misses it)',
    async () => {
      await rememberYou(line);
      deployed.subscriptions.alerts.shift();
    },
    'subscriptions',
    isGone,
  ],
  [
    'dropped email (which the daily check missed)',
    async () => {
      const incident = droppedIncident('alerts', you);
      const record = { ...incident, key: incidentKey(incident), since: commandTime, claimedAt: 0 };
      await createIncidentTable(stateTable(line.aws)).add({ ...record, published: true });
      deployed.subscriptions.alerts.shift();
    },
    'subscriptions',
    isGone,
  ],
  [
    'dead schedule (switched off)',
    () => Object.assign(deployed, { schedule: 'DISABLED' }),
    'schedule',
    'the schedule is off, so no wallet is polled: npx chainbell doctor --fix switches it on.',
  ],
  [
    'dead schedule (deleted)',
    () => Object.assign(deployed, { schedule: null }),
    'schedule',
    'somebody deleted the schedule, so no wallet is polled: npx cdk deploy --revert-drift makes it again.',
  ],
  [
    'dead schedule (that works, while nothing takes the polls from their queue)',
    () => Object.assign(deployed.readers, { PollingTakePolls1A2B: 'Disabled' }),
    'queues',
    "the poll function's trigger is off, so no wallet is polled: npx chainbell doctor --fix switches it on.",
  ],
  [
    'dead schedule (that works, while somebody deleted what takes alerts to a destination)',
    () => Object.assign(deployed.readers, { DestinationsTeamTake1A2B: null }),
    'queues',
    'somebody deleted a trigger of the deliver function, so a destination gets none: npx cdk deploy --revert-drift makes it again.',
  ],
  [
    'dead schedule (no tick comes of it)',
    () => Object.assign(deployed.metrics, { Invocations: 0 }),
    'last tick',
    `none for ten minutes, so no wallet is polled. If the schedule is well, a tick by hand shows what is not: ${tickByHand}.`,
  ],
  [
    'full dead-letter queue (of a destination)',
    () => Object.assign(deployed.queues, { 'Chainbell-team-dead-letters': '3' }),
    'queues',
    '3 dead letters in Chainbell-team-dead-letters: alerts that team refused, did not take for a day, or that SNS could not put into its queue. Their attributes (console, SQS, "Send and receive messages") say why: mend that, then npx chainbell redrive team.',
  ],
  [
    'full dead-letter queue (of webhooks)',
    () => Object.assign(deployed.queues, { 'Chainbell-TopicsDeadWebhookAlerts1A2B': '1' }),
    'queues',
    '1 dead letter in Chainbell-TopicsDeadWebhookAlerts1A2B: alerts that a webhook did not take. Mend it, then send them by the commands of docs/runbook.md under "webhook alerts given up".',
  ],
  [
    'full dead-letter queue (of polls)',
    () => Object.assign(deployed.queues, { 'Chainbell-PollingDeadPolls1A2B': '2' }),
    'queues',
    '2 dead letters in Chainbell-PollingDeadPolls1A2B: polls that failed every time; their wallets are polled again since. The log of the poll function says why; then purge the queue in the console (SQS).',
  ],
  [
    'bad row (its key)',
    () => line.putRow({ wallet: '0x12', chain: 'eth' }),
    'rows',
    '0x12 on eth is NOT watched: wallet: "0x12" is not an address: it takes 0x and 40 hex digits. Delete the row in the console (DynamoDB, Explore items, the Watchlist table), then npx chainbell add the right wallet and chain.',
  ],
  [
    'bad row (an attribute)',
    () => line.putRow({ wallet: treasury, chain: 'bsc testnet', every: 'often', label: 'Savings' }),
    'rows',
    `Savings (${checksumAddress(treasury)}) on bsc testnet is NOT watched: every: "often" is no interval: write it as 30s, 5m or 1h. npx chainbell set ${treasury} --chain bsc-testnet every=… corrects it.`,
  ],
  [
    'missing table permission (of these credentials)',
    () => line.refuse('dynamodb:Scan'),
    'nodes, rows, plan',
    `can't be looked at: these credentials may not call dynamodb:Scan. ${statement}`,
  ],
  [
    'missing table permission (of the functions)',
    () => Object.assign(deployed.metrics, { Errors: 1 }),
    'last tick',
    `1 of 1 ticks failed, so wallets are polled late or not at all. One by hand says why: ${tickByHand}. Where access is denied, somebody changed the function's role: npx cdk deploy --revert-drift.`,
  ],
  [
    'wrong region',
    () =>
      line.answer('cloudformation:DescribeStacks', () => {
        const message = 'Stack with id Chainbell does not exist';
        throw Object.assign(new Error(message), { name: 'ValidationError', $metadata: {} });
      }),
    'stack',
    'There is no stack Chainbell in us-east-1: --region (or AWS_REGION) says where it was deployed, --stack what it is called, and npx cdk deploy makes it.',
  ],
  [
    'SMS cap',
    () => Object.assign(deployed.metrics, { SMSMonthToDateSpentUSD: 9 }),
    'sms',
    "$9.00 of the month's $10 are spent, and beyond it SNS sends no SMS until the next month: raise the limit in the console (SNS, Text messaging); above the account's quota AWS takes a day or so.",
  ],
  [
    'dead node',
    () => Object.assign(deployed.parameters, { '/chainbell/rpc/eth': `http://127.0.0.1:9/${hush}` }),
    'nodes',
    "that of eth is of no use, so its wallets are polled as if there were none. The node gave no complete answer. If its host's status page knows of nothing: npx chainbell rpc set eth.",
  ],
  [
    'another version deployed',
    () => deployedVersion('0.0.9'),
    'version',
    new RegExp(`^deployed 0\\.0\\.9, this is ${version.replaceAll('.', '\\.')}: npx cdk deploy`),
  ],
  [
    'other code than is built here',
    () => Object.assign(deployed.code, { poll: 'somebody else', deliver: 'somebody else' }),
    'code',
    /^poll-wallets, deliver-alerts run other code than is built here: npx cdk deploy /,
  ],
  [
    'a plan used up',
    () => Object.assign(deployed.api, { fault: apiFaults.planExhausted }),
    'api key',
    /calls are used up/,
  ],
  [
    'a dead API',
    () => Object.assign(deployed.api, { fault: apiFaults.unavailable }),
    'api key',
    /^the key could not be tried: .*503.* Polls go on from where they stand once the API answers\. If its status page knows of nothing, look at the setting baseUrl\.$/,
  ],
  [
    'a node of another chain',
    () => {
      deployed.parameters['/chainbell/rpc/bsc'] = deployed.nodeAddress;
      return line.putRow({ wallet: treasury, chain: 'bsc' });
    },
    'nodes',
    /that of bsc is of no use, .* The node answers for chain 0x\w+, not for 0x38\./,
  ],
  [
    'no URL of a node',
    () => Object.assign(deployed.parameters, { '/chainbell/rpc/eth': hush }),
    'nodes',
    /no usable address/,
  ],
  [
    'a table that was deleted',
    () =>
      line.answer('dynamodb:DescribeTable', ({ TableName }) => {
        if (TableName !== line.aws.tables.history) return { Table: { TableStatus: 'ACTIVE' } };
        throw new ResourceNotFoundException({ message: '', $metadata: {} });
      }),
    'tables',
    /^History was deleted: restore it .* from a backup/,
  ],
  [
    'a row that is there twice',
    () => line.putRow({ wallet: treasury, chain: 'Ethereum' }),
    'rows',
    /there twice/,
  ],
  ['nobody subscribed', () => deployed.subscriptions.alerts.splice(0), 'subscriptions', /nobody gets alerts/],
  [
    'the SMS sandbox',
    () => line.answer('sns:GetSMSSandboxAccountStatus', () => ({ IsInSandbox: true })),
    'sms',
    /SMS sandbox/,
  ],
  [
    'a destination without its secret',
    () => delete deployed.parameters['/chainbell/destinations/team'],
    'destinations',
    /chainbell destination set team/,
  ],
  [
    'a destination with a bad secret',
    () => Object.assign(deployed.parameters, { '/chainbell/destinations/team': hush }),
    'destinations',
    /its value is no JSON object/,
  ],
  [
    'a destination that takes no alerts',
    async () => {
      const incident = destinationIncident('team', 'team: HTTP 503');
      const record = {
        ...incident,
        key: incidentKey(incident),
        since: commandTime,
        claimedAt: 0,
        published: true,
      };
      await createIncidentTable(stateTable(line.aws)).add(record);
    },
    'destinations',
    'it takes no alerts: team: HTTP 503. Mend what the reason names; its secret: npx chainbell destination set team. Then send what it refused: npx chainbell redrive team.',
  ],
  [
    'an alarm that rings',
    () =>
      line.answer('cloudwatch:DescribeAlarms', () => ({
        MetricAlarms: [
          { AlarmName: 'wallets failing', StateValue: 'ALARM', AlarmDescription: 'Late.\u001b[2J' },
        ],
      })),
    'alarms',
    /wallets failing rings\. Late/,
  ],
];

async function examined() {
  const { code, stdout, stderr } = await line.run(['doctor', '--json']);
  const all: { check: string; state: string; says: string }[] = JSON.parse(stdout);
  const found = all.filter(({ state }) => state !== 'ok').map(({ check, says }) => [check, says]);
  return { code, stderr, found, shown: stdout };
}

it.each(faults)(
  'chainbell doctor finds %s, and nothing else, and says what to do',
  async (_, plant, checks, says) => {
    await plant();
    const { code, stderr, found, shown } = await examined();
    expect([code, stderr]).toEqual([1, '']);
    const finding = typeof says === 'string' ? says : expect.stringMatching(says);
    expect(found).toEqual(checks.split(', ').map((check) => [check, finding]));
    const text = await line.run(['doctor']);
    expect(text.code).toBe(1);
    const [summary = '', ...rows] = text.stdout.trimEnd().split('\n').toReversed();
    expect(summary).toMatch(/^(Not well: [^.]+\.|Nothing is known to be wrong\. Not looked at: [^.]+\.)/);
    const bad = rows.toReversed().filter((row) => !row.startsWith('ok '));
    // Nothing of it acts upon the terminal.
    const plain = found.map(([check, words]) => [check, words?.replace('\u001b', '')]);
    expect(bad.map((row) => row.split(/ {2,}/).slice(1))).toEqual(plain);
    for (const secret of [hush, testKey]) expect(shown + text.stdout).not.toContain(secret);
  },
);
