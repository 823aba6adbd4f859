import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import type { SNSClient } from '@aws-sdk/client-sns';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { SSMClient } from '@aws-sdk/client-ssm';
import type { STSClient } from '@aws-sdk/client-sts';
import { awsClientOptions } from '../../../functions/runtime/aws-clients.ts';
import { once } from '../../../functions/runtime/lazy.ts';
import { plainAwsError } from './aws-problem.ts';

/** By IAM's name of the service; each client is loaded when a command asks for it. */
export interface Aws {
  readonly cloudformation: () => Promise<CloudFormationClient>;
  readonly cloudwatch: () => Promise<CloudWatchClient>;
  readonly dynamodb: () => Promise<DynamoDBClient>;
  readonly lambda: () => Promise<LambdaClient>;
  readonly scheduler: () => Promise<SchedulerClient>;
  readonly sns: () => Promise<SNSClient>;
  readonly sqs: () => Promise<SQSClient>;
  readonly ssm: () => Promise<SSMClient>;
  readonly sts: () => Promise<STSClient>;
}

/** @param region null: the environment's */
export function openAws(region: string | null): Aws {
  const options = { ...awsClientOptions, ...(region === null ? {} : { region }) };
  return {
    cloudformation: once(async () =>
      plainly(
        new (await import('@aws-sdk/client-cloudformation')).CloudFormationClient(options),
        'cloudformation',
      ),
    ),
    cloudwatch: once(async () =>
      plainly(new (await import('@aws-sdk/client-cloudwatch')).CloudWatchClient(options), 'cloudwatch'),
    ),
    dynamodb: once(async () =>
      plainly(new (await import('@aws-sdk/client-dynamodb')).DynamoDBClient(options), 'dynamodb'),
    ),
    lambda: once(async () =>
      plainly(new (await import('@aws-sdk/client-lambda')).LambdaClient(options), 'lambda'),
    ),
    scheduler: once(async () =>
      plainly(new (await import('@aws-sdk/client-scheduler')).SchedulerClient(options), 'scheduler'),
    ),
    sns: once(async () => plainly(new (await import('@aws-sdk/client-sns')).SNSClient(options), 'sns')),
    sqs: once(async () => plainly(new (await import('@aws-sdk/client-sqs')).SQSClient(options), 'sqs')),
    ssm: once(async () => plainly(new (await import('@aws-sdk/client-ssm')).SSMClient(options), 'ssm')),
    sts: once(async () => plainly(new (await import('@aws-sdk/client-sts')).STSClient(options), 'sts')),
  };
}

interface Interceptable {
  readonly middlewareStack: {
    add(
      middleware: (
        next: (args: never) => Promise<never>,
        context: { readonly commandName?: string },
      ) => (args: never) => Promise<never>,
      options: { readonly step: 'initialize'; readonly name: string; readonly priority: 'high' },
    ): void;
  };
}

/** Makes a client's errors name the remedy. */
export function plainly<Client extends object>(client: Client, service: keyof Aws): Client {
  (client as Interceptable).middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        try {
          return await next(args);
        } catch (error) {
          throw plainAwsError(error, actionOf(service, commandName));
        }
      },
    { step: 'initialize', name: 'plainErrors', priority: 'high' },
  );
  return client;
}

/** As IAM names it: `GetItemCommand` of dynamodb is `dynamodb:GetItem`. */
export function actionOf(service: keyof Aws, commandName: string): string {
  const operation = commandName.replace(/Command$/, '');
  if (service === 'lambda' && operation === 'Invoke') return 'lambda:InvokeFunction';
  return `${service}:${operation}`;
}
