import type { SSMClient } from '@aws-sdk/client-ssm';
import { awsClientOptions } from '../../../functions/runtime/aws-clients.ts';
import { once } from '../../../functions/runtime/once.ts';
import { plainAwsError } from './aws-problem.ts';

/** By IAM's name of the service; each client is loaded when a command asks for it. */
export type Aws = ReturnType<typeof openAws>;

/** @param region null or empty: the environment's */
export function openAws(region: string | null) {
  const options = { ...awsClientOptions, ...(region ? { region } : {}) };
  const client = <Client extends object>(
    service: string,
    load: () => Promise<new (given: typeof options) => Client>,
  ) => once(async () => plainly(new (await load())(options), service));
  return {
    cloudformation: client(
      'cloudformation',
      async () => (await import('@aws-sdk/client-cloudformation')).CloudFormationClient,
    ),
    cloudwatch: client(
      'cloudwatch',
      async () => (await import('@aws-sdk/client-cloudwatch')).CloudWatchClient,
    ),
    dynamodb: client('dynamodb', async () => (await import('@aws-sdk/client-dynamodb')).DynamoDBClient),
    lambda: client('lambda', async () => (await import('@aws-sdk/client-lambda')).LambdaClient),
    scheduler: client('scheduler', async () => (await import('@aws-sdk/client-scheduler')).SchedulerClient),
    sns: client('sns', async () => (await import('@aws-sdk/client-sns')).SNSClient),
    sqs: client('sqs', async () => (await import('@aws-sdk/client-sqs')).SQSClient),
    ssm: client('ssm', async () => (await import('@aws-sdk/client-ssm')).SSMClient),
    sts: client('sts', async () => (await import('@aws-sdk/client-sts')).STSClient),
  };
}

/** Adds what to do to the errors of an AWS client. */
export function plainly<Client extends object>(client: Client, service: string): Client {
  // All clients take the same middleware; SSMClient's types stand for those of the others.
  (client as Pick<SSMClient, 'middlewareStack'>).middlewareStack.add(
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
export function actionOf(service: string, commandName: string): string {
  const operation = commandName.replace(/Command$/, '');
  if (service === 'lambda' && operation === 'Invoke') return 'lambda:InvokeFunction';
  return `${service}:${operation}`;
}
