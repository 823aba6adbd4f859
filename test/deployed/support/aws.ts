import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod';

/** One region of AWS, as the account's owner sees it. */
export type Aws = ReturnType<typeof createAws>;

const logEvents = z.object({ events: z.array(z.object({ message: z.string() })) });

export function createAws({ endpoint, region }: { readonly endpoint: string; readonly region: string }) {
  const cloudformation = new CloudFormationClient({ region });
  const lambda = new LambdaClient({ region });

  /** Calls a service whose client is not among Chainbell's dependencies; the engine accepts any signature with this key. */
  async function call(service: string, headers: Record<string, string>, body: string): Promise<string> {
    const credential = `test/20260101/${region}/${service}/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`;
    const reply = await fetch(endpoint, { method: 'POST', headers: { ...headers, authorization }, body });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${service}: ${reply.status} ${text}`);
    return text;
  }

  /** A function's deployed configuration, including its environment. */
  const configurationOf = (FunctionName: string | undefined) =>
    lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));

  return {
    region,
    dynamodb: new DynamoDBClient({ region }),
    lambda,
    scheduler: new SchedulerClient({ region }),
    sns: new SNSClient({ region }),
    sqs: new SQSClient({ region }),
    ssm: new SSMClient({ region }),
    configurationOf,

    /** Calls IAM with parameters, and returns its XML. */
    iam: (parameters: Readonly<Record<string, string>>): Promise<string> =>
      call(
        'iam',
        { 'content-type': 'application/x-www-form-urlencoded' },
        new URLSearchParams({ Version: '2010-05-08', ...parameters }).toString(),
      ),

    /** The template that a stack was made from, as text. */
    async templateOf(StackName: string): Promise<string> {
      return (await cloudformation.send(new GetTemplateCommand({ StackName }))).TemplateBody ?? '';
    },

    /**
     * Invokes a function with JSON and waits for it.
     * @throws Error with the function's own error if it fails
     */
    async invoke(FunctionName: string, payload: unknown): Promise<void> {
      const Payload = JSON.stringify(payload);
      const reply = await lambda.send(new InvokeCommand({ FunctionName, Payload }));
      if (reply.FunctionError !== undefined)
        throw new Error(`${FunctionName} failed: ${reply.Payload?.transformToString()}`);
    },

    /** A function's log lines since a time in epoch milliseconds. */
    async logLines(functionName: string, startTime: number): Promise<string[]> {
      const { LoggingConfig } = await configurationOf(functionName);
      const target = 'Logs_20140328.FilterLogEvents';
      const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
      const body = JSON.stringify({ logGroupName: LoggingConfig?.LogGroup, startTime });
      const reply = JSON.parse(await call('logs', headers, body));
      return logEvents.parse(reply).events.flatMap(({ message }) => message.split('\n'));
    },
  };
}
