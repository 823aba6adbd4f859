import { type CommandModule, examples, localCommand, type StackOptions } from '../frame/command-module.ts';
import type { Context } from '../frame/context.ts';
import { stackPermissions } from '../frame/permissions.ts';
import { printJson } from '../output/json.ts';
import { type Look, printTable } from '../output/table.ts';
import { NoSuchStack, openStack } from '../stack/open-stack.ts';
import { Unfinished } from '../unusable.ts';
import { credentialsCheck, stackChecks } from './account-checks.ts';
import { backlogChecks } from './backlog-checks.ts';
import { deliveryChecks } from './delivery-checks.ts';
import { type Check, type Finding, findingsOf, wrong } from './finding.ts';
import { patientOf } from './patient.ts';
import { pollingChecks, tableChecks } from './polling-checks.ts';
import { sourceChecks } from './source-checks.ts';
import { subscriptionChecks } from './subscription-checks.ts';
import { tickChecks } from './tick-checks.ts';

const looks: Readonly<Record<Finding['state'], Look>> = { ok: 'good', wrong: 'bad', unknown: 'dim' };

/** `chainbell doctor`: looks at every part, and says what to do about what is wrong. */
export const doctor: CommandModule = {
  permissions: stackPermissions(
    { action: 'sts:GetCallerIdentity', on: [], when: 'needs no policy' },
    { action: 'cloudformation:ListStackResources', on: ['stack'] },
    { action: 'lambda:GetFunctionConfiguration', on: ['dispatch', 'poll', 'deliver'] },
    { action: 'ssm:GetParameter', on: ['apiKey', 'nodeUrls', 'secrets'] },
    { action: 'dynamodb:DescribeTable', on: ['watchlist', 'state', 'history'] },
    { action: 'dynamodb:Scan', on: ['watchlist'] },
    { action: 'dynamodb:GetItem', on: ['state'] },
    { action: 'dynamodb:Query', on: ['state'] },
    { action: 'scheduler:GetSchedule', on: ['schedule'] },
    { action: 'cloudwatch:GetMetricStatistics', on: ['account'] },
    { action: 'cloudwatch:DescribeAlarms', on: ['account'] },
    { action: 'sns:ListSubscriptionsByTopic', on: ['alerts', 'operations'] },
    { action: 'sns:GetSMSAttributes', on: ['account'] },
    { action: 'sns:GetSMSSandboxAccountStatus', on: ['account'] },
    { action: 'sqs:GetQueueAttributes', on: ['queues'] },
    { action: 'lambda:GetEventSourceMapping', on: ['readers'] },
  ),
  make: (context) =>
    localCommand('doctor')
      .addHelpText(
        'after',
        `
The key is tried by one call to the API, each node by one call. What these credentials may not look
at is unknown. Of a local run it looks at tables and rows: it has nothing else.
Exit code: 0 all is well, 1 something is wrong or unknown, 2 nothing could be done.
${examples('chainbell doctor', `chainbell doctor --json | jq '.[] | select(.state != "ok")'`)}`,
      )
      .action(async (options) => {
        const checks = await checksOf(options, context);
        const findings = (await Promise.all(checks.map(findingsOf))).flat();
        const { stdout } = context.streams;
        if (options.json) await printJson(stdout, findings);
        else
          await printTable(
            stdout,
            [],
            findings.map(({ check, state, says }) => [{ text: state, look: looks[state] }, check, says]),
          );
        if (findings.some(({ state }) => state !== 'ok')) throw new Unfinished();
      }),
};

/** Every look at the stack, at tables alone of a local run; at credentials and region alone where it is not there, for these are then the fault. */
async function checksOf(options: StackOptions, context: Context): Promise<Check[]> {
  try {
    const patient = patientOf(await openStack(options, context), context);
    if (options.local !== undefined) return tableChecks(patient);
    return [
      credentialsCheck(patient),
      ...stackChecks(patient),
      ...sourceChecks(patient),
      ...pollingChecks(patient),
      ...tickChecks(patient),
      ...subscriptionChecks(patient),
      ...deliveryChecks(patient),
      ...backlogChecks(patient),
    ];
  } catch (error) {
    if (!(error instanceof NoSuchStack)) throw error;
    const aws = context.openAws(options.region ?? null);
    return [credentialsCheck({ aws }), { name: 'stack', look: async () => [wrong(error.message)] }];
  }
}
