import { Stack } from 'aws-cdk-lib';
import type { IStringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';

export type ApiKeyParameter = Pick<IStringParameter, 'parameterName' | 'parameterArn'>;

/** An SSM parameter of the stack's account and region, which the user makes. */
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
