import { allow, type Context, localCommand, type Permission, type StackOptions } from '../frame/command.ts';
import { type Deployment, deploymentOf } from '../health/deployment.ts';
import { NoSuchStack } from '../stack/open-stack.ts';
import { writeTo } from '../streams.ts';
import { redrivePermissions } from '../subscribers/redrive.ts';
import { type Look, printTable } from '../table.ts';
import { Unfinished } from '../unusable.ts';
import { lookAtCode, lookAtCredentials, lookAtStack, lookAtVersion } from './account-checks.ts';
import { lookAtAlarms, lookAtQueues } from './backlog-checks.ts';
import { lookAtDestinations, lookAtListed, lookAtSms, lookForLost } from './delivery-checks.ts';
import { type Finding, type Findings, type FoundAt, findingsOf, reasonOf, wrong } from './findings.ts';
import { lookAtPlan, lookAtRows, lookAtTables } from './polling-checks.ts';
import { lookAtKey, lookAtNodes } from './source-checks.ts';
import { lookAtHeartbeat, lookAtLatency, lookAtSchedule, lookAtTicks } from './tick-checks.ts';

const looks: Readonly<Record<Finding['state'], Look>> = { ok: 'good', wrong: 'bad', unknown: 'dim' };

const fixPermissions: readonly Permission[] = [
  { action: 'lambda:UpdateEventSourceMapping', on: ['readers'], when: 'with --fix' },
  { action: 'scheduler:UpdateSchedule', on: ['schedule'], when: 'with --fix' },
  // The update hands the schedule its role once more.
  { action: 'iam:PassRole', on: ['tickRole'], when: 'with --fix' },
  ...redrivePermissions.map((permission) => ({ ...permission, when: 'with --fix' })),
];

export const doctor = localCommand({
  permissions: [
    { action: 'sts:GetCallerIdentity', on: [], when: 'needs no policy' },
    { action: 'cloudformation:ListStackResources', on: ['stack'] },
    { action: 'lambda:GetFunctionConfiguration', on: ['dispatch', 'poll', 'deliver'] },
    { action: 'ssm:GetParameter', on: ['apiKey', 'nodeUrls', 'heartbeat', 'secrets'] },
    { action: 'dynamodb:DescribeTable', on: ['watchlist', 'state', 'history', 'contacts'] },
    { action: 'dynamodb:Scan', on: ['watchlist'] },
    ...allow('state', 'dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'),
    { action: 'scheduler:GetSchedule', on: ['schedule'] },
    ...allow('account', 'cloudwatch:GetMetricStatistics', 'cloudwatch:DescribeAlarms'),
    { action: 'sns:ListSubscriptionsByTopic', on: ['alerts', 'operations'] },
    ...allow('account', 'sns:GetSMSAttributes', 'sns:GetSMSSandboxAccountStatus'),
    { action: 'sns:CheckIfPhoneNumberIsOptedOut', on: ['account'] },
    { action: 'sqs:GetQueueAttributes', on: ['queues'] },
    { action: 'lambda:GetEventSourceMapping', on: ['readers'] },
    ...fixPermissions,
  ],
  help: `One call to the API tries the key, and one call tries each node. A part that these credentials may
not read is unknown. A local run has only tables and rows to check.
Exit code: 0 all is well, 1 something is wrong or unknown, 2 nothing could be done.`,
  examples: ['chainbell doctor', `chainbell doctor --json | jq '.[] | select(.state != "ok")'`],
  make: (command, context) =>
    command
      .option('--fix', 'first switch schedule and triggers on, and send dead letters again')
      .action(async ({ fix, ...options }) => {
        if (fix) await mend(await examine(options, context), context);
        const findings = await examine(options, context);
        const cells = ({ check, state, says }: FoundAt) => [{ text: state, look: looks[state] }, check, says];
        if (!options.json) await printTable(context.streams.stdout, [], findings.map(cells));
        const plain = ({ fix, ...finding }: FoundAt) => (fix ? { ...finding, fixable: true } : finding);
        await context.say(options, findings.map(plain), `${summaryOf(findings)}\n`);
        if (findings.some(({ state }) => state !== 'ok')) throw new Unfinished();
      }),
});

type Check = readonly [name: string, look: (deployment: Deployment) => Promise<Findings>];

const tableChecks: readonly Check[] = [
  ['tables', lookAtTables],
  ['rows', lookAtRows],
];

const stackChecks = ({ codeSha256 }: Context): readonly Check[] => [
  ['credentials', lookAtCredentials],
  ['stack', lookAtStack],
  ['version', lookAtVersion],
  ['code', (deployment) => lookAtCode(deployment, codeSha256)],
  ['api key', lookAtKey],
  ['nodes', lookAtNodes],
  ...tableChecks,
  ['plan', lookAtPlan],
  ['schedule', lookAtSchedule],
  ['last tick', lookAtTicks],
  ['heartbeat', lookAtHeartbeat],
  ['latency', lookAtLatency],
  ['subscriptions', lookAtListed],
  ['subscriptions', lookForLost],
  ['sms', lookAtSms],
  ['destinations', lookAtDestinations],
  ['queues', lookAtQueues],
  ['alarms', lookAtAlarms],
];

/** A local run has only tables. A missing stack may be due to credentials or region. */
async function examine(options: StackOptions, context: Context): Promise<FoundAt[]> {
  try {
    const deployment = deploymentOf(await context.open(options), context);
    const checks = options.local === undefined ? stackChecks(context) : tableChecks;
    const found = checks.map(([name, look]) => findingsOf(name, () => look(deployment)));
    return (await Promise.all(found)).flat().map((one) => ({ ...one, says: deployment.addressed(one.says) }));
  } catch (error) {
    if (!(error instanceof NoSuchStack)) throw error;
    const aws = context.openAws(options.region ?? null);
    const found = await findingsOf('credentials', () => lookAtCredentials({ aws }));
    return [...found, { check: 'stack', ...wrong(error.message) }];
  }
}

/** Runs the steps in order. The next look finds again any fault that a step could not mend. */
async function mend(findings: readonly FoundAt[], { streams: { stderr } }: Context): Promise<void> {
  for (const { check, fix } of findings) {
    if (fix === undefined) continue;
    const said = await fix().catch((error: unknown) => reasonOf(error, "can't be mended"));
    await writeTo(stderr, `${check}: ${said}\n`);
  }
}

function summaryOf(findings: readonly FoundAt[]): string {
  const names = (is: (finding: FoundAt) => boolean) => [
    ...new Set(findings.filter(is).map(({ check }) => check)),
  ];
  const bad = names(({ state }) => state === 'wrong');
  const unknown = names(({ state }) => state === 'unknown');
  const fixable = names(({ fix }) => fix !== undefined);
  if (bad.length + unknown.length === 0) return 'All is well.';
  const parts = [
    bad.length === 0 ? 'Nothing is known to be wrong.' : `Not well: ${bad.join(', ')}.`,
    unknown.length === 0 ? '' : `Not checked: ${unknown.join(', ')}.`,
    fixable.length === 0
      ? ''
      : `npx chainbell doctor --fix mends ${fixable.length} of these: ${fixable.join(', ')}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
