import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { minuteOf } from '../output/time.ts';
import { type Check, ok, wrong } from './finding.ts';
import type { Patient } from './patient.ts';

const finished = new Set(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'IMPORT_COMPLETE']);

/** Who asks, and whether the stack is whole. */
export function accountChecks({ stack, aws }: Patient): Check[] {
  return [
    {
      name: 'credentials',
      async look() {
        const sts = await aws.sts();
        const { Account, Arn } = await sts.send(new GetCallerIdentityCommand({}));
        return [ok(`${Arn} in account ${Account}, region ${await sts.config.region()}`)];
      },
    },
    {
      name: 'stack',
      async look() {
        const { name, status, deployedAt } = stack;
        if (finished.has(status))
          return [ok(`${name} is whole (${status}), deployed ${minuteOf(deployedAt)}`)];
        return [wrong(`${name} is ${status}: look at its events in CloudFormation, then npx cdk deploy.`)];
      },
    },
  ];
}
