import { Stack } from 'aws-cdk-lib';
import type { IStringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';

/** The parameter with the API's key, of which the functions need no more than this. */
export type ApiKeyParameter = Pick<IStringParameter, 'parameterName' | 'parameterArn'>;

/** The parameter by its name in the stack's account and region: it is the user's, made by hand with the key, not the stack's. */
export function parameterByName(scope: Construct, name: string): ApiKeyParameter {
  return {
    parameterName: name,
    parameterArn: Stack.of(scope).formatArn({
      service: 'ssm',
      resource: 'parameter',
      resourceName: name.replace(/^\//, ''),
    }),
  };
}
