import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { defaultStackName } from './deploy.ts';

/**
 * A statement of a function's policy is named `function:Sid`, such as `poll-wallets:WriteHistory`; one action of a
 * statement `function:Sid/action`, such as `poll-wallets:WriteState/dynamodb:DeleteItem`.
 */

const policyOf = {
  'dispatch-polls': 'PollingDispatchPollsRoleDefaultPolicy',
  'poll-wallets': 'PollingPollWalletsRoleDefaultPolicy',
  'deliver-alerts': 'DestinationsDeliverAlertsRoleDefaultPolicy',
};

/** Whether a permission is the deliver function's, which exists only with destinations. */
export const isOfDeliveries = (permission: string) => permission.startsWith('deliver-alerts:');

const statement = z.looseObject({ Sid: z.string(), Action: z.union([z.string(), z.array(z.string())]) });
const policy = z.looseObject({
  Properties: z.looseObject({
    PolicyDocument: z.looseObject({ Statement: z.array(statement) }),
  }),
});
const template = z.looseObject({ Resources: z.record(z.string(), z.unknown()) });

/** Every statement, or every single action, of the functions' policies in a synthesised assembly. */
export async function allPermissions(assembly: string, eachAction: boolean): Promise<string[]> {
  const { Resources } = await readTemplate(assembly);
  const made = Object.entries(policyOf).filter(([, prefix]) =>
    Object.keys(Resources).some((id) => id.startsWith(prefix)),
  );
  return made.flatMap(([name, prefix]) =>
    findPolicy(Resources, prefix).Properties.PolicyDocument.Statement.flatMap(({ Sid, Action }) =>
      eachAction ? [Action].flat().map((action) => `${name}:${Sid}/${action}`) : [`${name}:${Sid}`],
    ),
  );
}

/**
 * Whether no test on the engine can notice its loss: the engine does not know the SMS spend, keeps every function's output, and reads
 * queues for its functions without asking what they may do. On AWS a deploy fails without it (test/aws/permissions.test.ts).
 */
export function isUnknownToEngine(permission: string): boolean {
  return /:(ReadSmsSpend|WriteLogs|TakePolls|TakeWakeUps)\b/.test(permission);
}

/**
 * Removes one statement, or one action of a statement, from a synthesised assembly.
 * @throws Error if there is no such statement or action
 */
export async function removePermission(
  assembly: string,
  permission: string,
  stackName = defaultStackName,
): Promise<void> {
  const [, name, sid, action] = /^([\w-]+):(\w+)(?:\/(\S+))?$/.exec(permission) ?? [];
  const prefix = Object.entries(policyOf).find(([key]) => key === name)?.[1];
  if (prefix === undefined)
    throw new Error(`${permission} is not written as function:Sid or function:Sid/action`);
  const read = await readTemplate(assembly, stackName);
  const found = findPolicy(read.Resources, prefix);
  const document = found.Properties.PolicyDocument;
  const before = JSON.stringify(document);
  document.Statement = document.Statement.map((one) =>
    one.Sid === sid
      ? { ...one, Action: [one.Action].flat().filter((other) => action !== undefined && other !== action) }
      : one,
  ).filter(({ Action }) => Action.length > 0);
  if (JSON.stringify(document) === before) throw new Error(`the template has no ${permission}`);
  const resources = Object.entries(read.Resources).map(([id, one]) => [
    id,
    id.startsWith(prefix) ? found : one,
  ]);
  await writeFile(
    join(assembly, `${stackName}.template.json`),
    JSON.stringify({ ...read, Resources: Object.fromEntries(resources) }, null, 1),
  );
}

async function readTemplate(
  assembly: string,
  stackName = defaultStackName,
): Promise<z.infer<typeof template>> {
  return template.parse(JSON.parse(await readFile(join(assembly, `${stackName}.template.json`), 'utf8')));
}

function findPolicy(resources: Record<string, unknown>, prefix: string): z.infer<typeof policy> {
  return policy.parse(Object.entries(resources).find(([logicalId]) => logicalId.startsWith(prefix))?.[1]);
}
