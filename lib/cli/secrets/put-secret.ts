import { DeleteParameterCommand, ParameterNotFound, PutParameterCommand } from '@aws-sdk/client-ssm';
import { type AwsPart, allow, type Permission } from '../frame/command.ts';
import type { Aws } from '../stack/aws.ts';
import { Unusable } from '../unusable.ts';

/** @param reader the function whose settings name the parameter */
export function secretPermissions(reader: AwsPart, parameter: AwsPart): readonly Permission[] {
  return [...allow(reader, 'lambda:GetFunctionConfiguration'), ...allow(parameter, 'ssm:PutParameter')];
}

/** The permissions for a parameter that a command can also delete. */
export function unsettablePermissions(reader: AwsPart, parameter: AwsPart): readonly Permission[] {
  const unset = { action: 'ssm:DeleteParameter', on: [parameter], when: 'unset' };
  return [...secretPermissions(reader, parameter), unset];
}

/** Replaces a SecureString. @throws Unusable if SSM refuses it, without SSM's words, which may quote the secret */
export async function putSecret(aws: Aws, Name: string, Value: string): Promise<void> {
  const ssm = await aws.ssm();
  try {
    await ssm.send(new PutParameterCommand({ Name, Value, Type: 'SecureString', Overwrite: true }));
  } catch (error) {
    if (error instanceof Unusable) throw error;
    const why = error instanceof Error ? error.name : 'no reason given';
    const toDo = /TypeMismatch/.test(why) ? ' It is no SecureString: delete it, then set it again.' : '';
    throw new Unusable(`SSM did not take ${Name}: ${why}.${toDo}`);
  }
}

/** Deletes a parameter. False if there is none. */
export async function deleteSecret(aws: Aws, Name: string): Promise<boolean> {
  const ssm = await aws.ssm();
  try {
    await ssm.send(new DeleteParameterCommand({ Name }));
    return true;
  } catch (error) {
    if (error instanceof ParameterNotFound) return false;
    throw error;
  }
}
