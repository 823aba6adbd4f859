import { type CommandModule, examples, stackCommand, stackPermissions } from '../frame/command-module.ts';
import { printJson } from '../output/json.ts';
import { type Look, printTable } from '../output/table.ts';
import { openStack } from '../stack/open-stack.ts';
import { Unfinished } from '../unusable.ts';
import { accountChecks } from './account-checks.ts';
import { backlogChecks } from './backlog-checks.ts';
import { deliveryChecks } from './delivery-checks.ts';
import { type Finding, findingsOf } from './finding.ts';
import { patientOf } from './patient.ts';
import { pollingChecks } from './polling-checks.ts';
import { sourceChecks } from './source-checks.ts';

const looks: Readonly<Record<Finding['state'], Look>> = { ok: 'good', wrong: 'bad', unknown: 'dim' };

/** `chainbell doctor`: looks at every part, and says what to do about what is wrong. */
export const doctor: CommandModule = {
  permissions: stackPermissions(
    { action: 'sts:GetCallerIdentity', on: '(needs no policy)' },
    { action: 'cloudformation:ListStackResources', on: 'the stack' },
    { action: 'lambda:GetFunctionConfiguration', on: 'the functions' },
    { action: 'ssm:GetParameter', on: "the key's parameter, those of nodes and of destinations" },
    { action: 'dynamodb:DescribeTable', on: 'the three tables' },
    { action: 'dynamodb:Scan', on: 'the Watchlist table' },
    { action: 'scheduler:GetSchedule', on: 'the schedule' },
    { action: 'cloudwatch:GetMetricStatistics', on: '*' },
    { action: 'cloudwatch:DescribeAlarms', on: '*' },
    { action: 'sns:ListSubscriptionsByTopic', on: 'both topics' },
    { action: 'sns:GetSMSAttributes', on: '*' },
    { action: 'sns:GetSMSSandboxAccountStatus', on: '*' },
    { action: 'sqs:GetQueueAttributes', on: 'the queues of the stack' },
  ),
  make: (context) =>
    stackCommand('doctor')
      .addHelpText(
        'after',
        `
The key is tried by one call to the API, each node by one call. What these credentials may not look
at is unknown. Exit code: 0 all is well, 1 something is wrong or unknown, 2 nothing could be done.
${examples('chainbell doctor', `chainbell doctor --json | jq '.[] | select(.state != "ok")'`)}`,
      )
      .action(async (options) => {
        const patient = patientOf(await openStack(options, context), context.clock);
        const checks = [
          ...accountChecks(patient),
          ...sourceChecks(patient),
          ...pollingChecks(patient),
          ...deliveryChecks(patient),
          ...backlogChecks(patient),
        ];
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
