import { Stack } from 'aws-cdk-lib';
import type { IStringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';

/** The part of the API key's parameter that the functions need. */
export type ApiKeyParameter = Pick<IStringParameter, 'parameterName' | 'parameterArn'>;

/** The parameter by name, in the stack's account and region. The user makes it, not the stack. */
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
