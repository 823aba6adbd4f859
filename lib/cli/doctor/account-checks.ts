import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { version as ours } from '../../../functions/deliver-alerts/version.ts';
import { minuteOf } from '../output/time.ts';
import { type Check, type Found, ok, wrong } from './finding.ts';
import type { Patient } from './patient.ts';

const finished = new Set(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'IMPORT_COMPLETE']);

/** Who asks, which account, and which region. */
export function credentialsCheck({ aws }: Pick<Patient, 'aws'>): Check {
  return {
    name: 'credentials',
    async look() {
      const sts = await aws.sts();
      const { Account, Arn } = await sts.send(new GetCallerIdentityCommand({}));
      return [ok(`${Arn} in account ${Account}, region ${await sts.config.region()}`)];
    },
  };
}

/** Whether the stack is whole and of this version. */
export function stackChecks({ stack }: Pick<Patient, 'stack'>): Check[] {
  return [
    {
      name: 'stack',
      async look() {
        const { name, status, deployedAt } = stack;
        if (finished.has(status))
          return [ok(`${name} is complete (${status}), deployed ${minuteOf(deployedAt)}`)];
        return [wrong(`${name} is ${status}: look at its events in CloudFormation, then npx cdk deploy.`)];
      },
    },
    { name: 'version', look: async () => [lookAtVersion(stack.version)] },
  ];
}

/** Another version may keep other items and settings than this command line knows. */
function lookAtVersion(deployed: string): Found {
  if (deployed === ours) return ok(`deployed ${ours}, which is this one`);
  return wrong(
    `deployed ${deployed}, this is ${ours}: npx cdk deploy brings the stack to this one, if this is the newer.`,
  );
}
