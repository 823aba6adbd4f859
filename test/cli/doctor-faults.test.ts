import { describe, expect, it } from 'vitest';
import { checksumAddress } from '../../functions/chain/address.ts';
import { createSubscriptionMemory } from '../../functions/dispatch-polls/subscriptions/remembered-subscriptions.ts';
import { droppedIncident } from '../../functions/dispatch-polls/subscriptions/subscription-incidents.ts';
import { subscriptionId } from '../../functions/dispatch-polls/subscriptions/topic-subscriptions.ts';
import { incidentKey } from '../../functions/incidents/incident.ts';
import { createIncidentTable } from '../../functions/incidents/incident-table.ts';
import { treasury } from '../support/alerts.ts';
import { commandTime, useCommandLine } from '../support/command-line.ts';
import { testKey } from '../support/test-key.ts';
import { hush, useHealthyDeployment } from './healthy-deployment.ts';

const line = useCommandLine();
const deployed = useHealthyDeployment(line);

/** What is wrong, or can't be looked at: part and sentence. */
type Finding = readonly [check: string, says: string];

/** One way of breaking a deployment in which all else is well, and every line of the doctor that is not `ok` then. */
interface Fault {
  /** Where the fault's name does not say it. */
  readonly how: string;
  readonly plant: () => unknown;
  readonly finds: readonly Finding[];
}

const you = { id: subscriptionId('email', 'you@example.org'), protocol: 'email', shown: 'y***@example.org' };
const isGone = (): Finding[] => [
  [
    'subscriptions',
    'the subscription of alerts to y***@example.org is gone: somebody unsubscribed it, or SNS gave up on it. If that was not meant: npx chainbell subscribe <its address>.',
  ],
];
/** The stack remembers whom the last daily check found confirmed, as it does after a day. */
const rememberYou = () =>
  createSubscriptionMemory(line.dynamodb, line.aws.tables.state).write('alerts', [you]);

/** One table's statement; the local engine's name for it. */
const statement =
  'A policy of theirs must have {"Effect":"Allow","Action":"dynamodb:Scan","Resource":"arn:aws:dynamodb:us-east-1:123456789012:table/Watchlist"}.';
const tickByHand = 'aws lambda invoke --function-name dispatch /dev/stdout';

/** The twelve, each in the ways that it comes. */
const faults = {
  'no key': [
    {
      how: '',
      plant: () => delete deployed.parameters['/chainbell/api-key'],
      finds: [['api key', '/chainbell/api-key is not set, so no wallet is polled: npx chainbell key set.']],
    },
  ],
  'refused key': [
    {
      how: '',
      plant: () => Object.assign(deployed.api, { key: 'another' }),
      finds: [
        [
          'api key',
          "the API refuses the key, so no wallet is polled: take a valid one from the provider's console, and npx chainbell key set.",
        ],
      ],
    },
  ],
  'plan too small': [
    {
      how: '',
      plant: () => line.putRow({ wallet: treasury, chain: 'base', every: '5s' }),
      finds: [
        [
          'plan',
          '5000 calls a day are too few: every interval is 4.3 times as long. Poll wallets that can wait less often (npx chainbell set 0xWallet every=1h), or take a larger plan, set callsPerDay to its calls and deploy.',
        ],
      ],
    },
  ],
  'unconfirmed email': [
    {
      how: '',
      plant: () =>
        Object.assign(deployed.subscriptions.alerts[0] ?? {}, { SubscriptionArn: 'PendingConfirmation' }),
      finds: [
        [
          'subscriptions',
          'you@example.org gets no alerts until it confirms: open the link in SNS\'s mail "AWS Notification - Subscription Confirmation", perhaps among spam. Once more: npx chainbell subscribe you@example.org.',
        ],
      ],
    },
  ],
  'dropped email': [
    {
      how: 'which SNS still lists',
      plant: async () => {
        await rememberYou();
        Object.assign(deployed.subscriptions.alerts[0] ?? {}, { SubscriptionArn: 'Deleted' });
      },
      finds: [
        [
          'subscriptions',
          'you@example.org gets no alerts any more: somebody unsubscribed it, or SNS gave up on it. If that was not meant: npx chainbell subscribe you@example.org.',
        ],
      ],
    },
    {
      how: 'before the daily check misses it',
      plant: async () => {
        await rememberYou();
        deployed.subscriptions.alerts.shift();
      },
      finds: isGone(),
    },
    {
      how: 'which the daily check missed',
      plant: async () => {
        const incident = droppedIncident('alerts', you);
        const record = { ...incident, key: incidentKey(incident), since: commandTime, claimedAt: 0 };
        await createIncidentTable(line.dynamodb, line.aws.tables.state).add({ ...record, published: true });
        deployed.subscriptions.alerts.shift();
      },
      finds: isGone(),
    },
  ],
  'dead schedule': [
    {
      how: 'switched off',
      plant: () => Object.assign(deployed, { schedule: 'DISABLED' }),
      finds: [
        [
          'schedule',
          'the schedule is off, so no wallet is polled: npx chainbell doctor --fix switches it on.',
        ],
      ],
    },
    {
      how: 'deleted',
      plant: () => Object.assign(deployed, { schedule: null }),
      finds: [
        [
          'schedule',
          'somebody deleted the schedule, so no wallet is polled: npx cdk deploy --revert-drift makes it again.',
        ],
      ],
    },
    {
      how: 'that works, while nothing takes the polls from their queue',
      plant: () => Object.assign(deployed.readers, { PollingTakePolls1A2B: 'Disabled' }),
      finds: [
        [
          'queues',
          "the poll function's trigger is off, so no wallet is polled: npx chainbell doctor --fix switches it on.",
        ],
      ],
    },
    {
      how: 'that works, while somebody deleted what takes alerts to a destination',
      plant: () => Object.assign(deployed.readers, { DestinationsTeamTake1A2B: null }),
      finds: [
        [
          'queues',
          'somebody deleted a trigger of the deliver function, so a destination gets none: npx cdk deploy --revert-drift makes it again.',
        ],
      ],
    },
    {
      how: 'no tick comes of it',
      plant: () => Object.assign(deployed.metrics, { Invocations: 0 }),
      finds: [
        [
          'last tick',
          `none for ten minutes, so no wallet is polled. If the schedule is well, a tick by hand shows what is not: ${tickByHand}.`,
        ],
      ],
    },
  ],
  'full dead-letter queue': [
    {
      how: 'of a destination',
      plant: () => Object.assign(deployed.queues, { 'Chainbell-team-dead-letters': '3' }),
      finds: [
        [
          'queues',
          '3 dead letters in Chainbell-team-dead-letters: alerts that team refused, or did not take for a day. Their attribute reason (console, SQS, "Send and receive messages") says why: mend that, then npx chainbell redrive team.',
        ],
      ],
    },
    {
      how: 'of webhooks',
      plant: () => Object.assign(deployed.queues, { 'Chainbell-TopicsDeadWebhookAlerts1A2B': '1' }),
      finds: [
        [
          'queues',
          '1 dead letters in Chainbell-TopicsDeadWebhookAlerts1A2B: alerts that a webhook did not take. Mend it, then send them by the commands of docs/runbook.md under "webhook alerts given up".',
        ],
      ],
    },
    {
      how: 'of polls',
      plant: () => Object.assign(deployed.queues, { 'Chainbell-PollingDeadPolls1A2B': '2' }),
      finds: [
        [
          'queues',
          '2 dead letters in Chainbell-PollingDeadPolls1A2B: polls that failed every time; their wallets are polled again since. The log of the poll function says why; then purge the queue in the console (SQS).',
        ],
      ],
    },
  ],
  'bad row': [
    {
      how: 'its key',
      plant: () => line.putRow({ wallet: '0x12', chain: 'eth' }),
      finds: [
        [
          'rows',
          '0x12 on eth is NOT watched: wallet: "0x12" is not an address: it takes 0x and 40 hex digits. Delete the row in the console (DynamoDB, Explore items, the Watchlist table), then npx chainbell add the right wallet and chain.',
        ],
      ],
    },
    {
      how: 'an attribute',
      plant: () => line.putRow({ wallet: treasury, chain: 'bsc testnet', every: 'often', label: 'Savings' }),
      finds: [
        [
          'rows',
          `Savings (${checksumAddress(treasury)}) on bsc testnet is NOT watched: every: "often" is no interval: write it as 30s, 5m or 1h. npx chainbell set ${treasury} --chain bsc-testnet every=… corrects it.`,
        ],
      ],
    },
  ],
  'missing table permission': [
    {
      how: 'of these credentials',
      plant: () => line.refuse('dynamodb:Scan'),
      // What the rows say is asked for by three looks.
      finds: ['nodes', 'rows', 'plan'].map((check) => [
        check,
        `can't be looked at: these credentials may not call dynamodb:Scan. ${statement}`,
      ]),
    },
    {
      how: 'of the functions',
      plant: () => Object.assign(deployed.metrics, { Errors: 1 }),
      finds: [
        [
          'last tick',
          `1 of 1 ticks failed, so wallets are polled late or not at all. One by hand says why: ${tickByHand}. Where access is denied, somebody changed the function's role: npx cdk deploy --revert-drift.`,
        ],
      ],
    },
  ],
  'wrong region': [
    {
      how: '',
      plant: () =>
        line.answer('cloudformation:DescribeStacks', () => {
          const message = 'Stack with id Chainbell does not exist';
          throw Object.assign(new Error(message), { name: 'ValidationError', $metadata: {} });
        }),
      finds: [
        [
          'stack',
          'There is no stack Chainbell in us-east-1: --region (or AWS_REGION) says where it was deployed, --stack what it is called, and npx cdk deploy makes it.',
        ],
      ],
    },
  ],
  'SMS cap': [
    {
      how: '',
      plant: () => Object.assign(deployed.metrics, { SMSMonthToDateSpentUSD: 9 }),
      finds: [
        [
          'sms',
          "$9.00 of the month's $10 are spent, and beyond it SNS sends no SMS until the next month: raise the limit in the console (SNS, Text messaging); above the account's quota AWS takes a day or so.",
        ],
      ],
    },
  ],
  'dead node': [
    {
      how: '',
      plant: () => Object.assign(deployed.parameters, { '/chainbell/rpc/eth': `http://127.0.0.1:9/${hush}` }),
      finds: [
        [
          'nodes',
          "that of eth is of no use, so its wallets are polled as if there were none. The node gave no complete answer. If its host's status page knows of nothing: npx chainbell rpc set eth.",
        ],
      ],
    },
  ],
} as const satisfies Readonly<Record<string, readonly Fault[]>>;

async function examined() {
  const { code, stdout, stderr } = await line.run(['doctor', '--json']);
  const all: { check: string; state: string; says: string }[] = JSON.parse(stdout);
  const found = all.filter(({ state }) => state !== 'ok').map(({ check, says }) => [check, says]);
  return { code, stderr, found, shown: stdout };
}

describe('chainbell doctor', () => {
  it('says ok of every part of a healthy deployment, and exits with 0', async () => {
    await rememberYou();
    expect(await examined()).toMatchObject({ code: 0, stderr: '', found: [] });
    const { code, stdout } = await line.run(['doctor']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^(ok .*\n){18}All is well\.\n$/)]);
  });

  const planted = Object.entries(faults).flatMap(([name, ways]) =>
    ways.map((way: Fault) => ({ ...way, name: way.how === '' ? name : `${name} (${way.how})` })),
  );

  it('is tried with twelve faults', () => {
    expect(Object.keys(faults)).toHaveLength(12);
  });

  it.each(planted)('finds $name, and nothing else, and says what to do', async ({ plant, finds }) => {
    await plant();
    const { code, stderr, found, shown } = await examined();
    expect({ code, stderr, found }).toEqual({ code: 1, stderr: '', found: finds });
    const text = await line.run(['doctor']);
    expect(text.code).toBe(1);
    const [summary = '', ...rows] = text.stdout.trimEnd().split('\n').toReversed();
    expect(summary).toMatch(/^(Not well: [^.]+\.|Nothing is known to be wrong\. Not looked at: [^.]+\.)/);
    const bad = rows.toReversed().filter((row) => !row.startsWith('ok '));
    expect(bad.map((row) => row.split(/ {2,}/).slice(1))).toEqual(finds);
    for (const secret of [hush, testKey]) expect(shown + text.stdout).not.toContain(secret);
  });
});
