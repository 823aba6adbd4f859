import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Duration, RemovalPolicy, Stack, Stage, Validations } from 'aws-cdk-lib';
import { type Conditions, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IStringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { type FunctionFolder, functionZip } from './bundling.ts';

/** Tests remove a permission by its sid and see what breaks. */
export interface Permission {
  readonly sid: string;
  readonly actions: readonly string[];
  readonly resource: string | readonly string[];
  readonly conditions?: Conditions;
}

export function allow(
  sid: string,
  resource: Permission['resource'],
  ...actions: readonly string[]
): Permission {
  return { sid, actions, resource };
}

interface ChainbellFunctionProps {
  readonly folder: FunctionFolder;
  readonly description: string;
  readonly timeout: Duration;
  /** 512 by default, a third of a vCPU: a cold start stays under a second. */
  readonly memoryMegabytes?: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly permissions: readonly Permission[];
  readonly tracing: boolean;
}

/** A function whose role allows only the listed permissions. */
export class ChainbellFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: ChainbellFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const logging: Permission = {
      sid: 'WriteLogs',
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resource: logGroup.logGroupArn,
    };
    for (const { actions, resource, ...rest } of [...props.permissions, logging])
      role.addToPolicy(new PolicyStatement({ ...rest, actions: [...actions], resources: [resource].flat() }));
    this.function = new LambdaFunction(this, 'Function', {
      handler: 'index.handler',
      code: this.code(props.folder),
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMegabytes ?? 512,
      timeout: props.timeout,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      environment: { ...props.environment, NODE_OPTIONS: '--enable-source-maps' },
      tracing: props.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
    });
    if (props.tracing) {
      Validations.of(role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'X-Ray has no resources that a permission to write traces could name.',
      });
    }
  }

  /** `cdk destroy`, `cdk ls` and tests of the template do not wait for a bundle. */
  private code(folder: FunctionFolder): Code {
    if (!Stack.of(this).bundlingRequired) return Code.fromInline('// not bundled');
    const path = join(Stage.of(this)?.assetOutdir ?? '', `${folder}.zip`);
    writeFileSync(path, functionZip(folder));
    return Code.fromAsset(path);
  }
}

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
