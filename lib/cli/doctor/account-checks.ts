import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { version as ours } from '../../../functions/runtime/version.ts';
import type { Context } from '../frame/command.ts';
import type { Deployment } from '../health/deployment.ts';
import { minuteOf } from '../table.ts';
import { type Findings, ok, wrong } from './findings.ts';

const finished = new Set(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'IMPORT_COMPLETE']);

export async function lookAtCredentials({ aws }: Pick<Deployment, 'aws'>): Promise<Findings> {
  const sts = await aws.sts();
  const { Account, Arn } = await sts.send(new GetCallerIdentityCommand({}));
  return ok(`${Arn} in account ${Account}, region ${await sts.config.region()}`);
}

export async function lookAtStack({ stack: { name, status, deployedAt } }: Deployment): Promise<Findings> {
  if (finished.has(status)) return ok(`${name} is complete (${status}), deployed ${minuteOf(deployedAt)}`);
  return wrong(`${name} is ${status}: if no deploy runs, read its events in CloudFormation, then deploy.`);
}

/** Another version may store other items and settings. */
export async function lookAtVersion({ stack: { version: deployed } }: Deployment): Promise<Findings> {
  if (deployed === ours) return ok(`deployed ${ours}, the same as here`);
  return wrong(`deployed ${deployed}, here ${ours}: if the version here is newer, run npx cdk deploy.`);
}

/** Compares code, because the same version may have been built from other sources. */
export async function lookAtCode({ stack, aws }: Deployment, codeSha256: Context['codeSha256']) {
  const functions = [
    ['dispatch-polls', stack.dispatchPolls],
    ['poll-wallets', stack.pollWallets],
    ['deliver-alerts', stack.deliverAlerts],
  ] as const;
  const lambda = await aws.lambda();
  const other: string[] = [];
  for (const [folder, FunctionName] of functions) {
    if (FunctionName === null) continue;
    const { CodeSha256 } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
    if (CodeSha256 !== (await codeSha256(folder))) other.push(folder);
  }
  if (other.length === 0) return ok('the functions run the code of this checkout, byte for byte');
  return wrong(
    `${other.join(', ')} ${other.length === 1 ? 'runs' : 'run'} other code than this checkout's: npx cdk deploy replaces it. If nobody deployed other sources, find out who changed the function: CloudTrail has its events.`,
  );
}
