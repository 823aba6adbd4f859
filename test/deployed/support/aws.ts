import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod';

/** One region of AWS, as the account's owner sees it. */
export type Aws = ReturnType<typeof createAws>;

const owner = 'test';
const logEvents = z.object({ events: z.array(z.object({ message: z.string() })) });
const logGroup = z.object({ LoggingConfig: z.object({ LogGroup: z.string() }) });
const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(x?)([0-9a-f]+)|(\w+));/gi, (whole, hex, digits, name) =>
    digits === undefined
      ? (entities[name] ?? whole)
      : String.fromCodePoint(Number.parseInt(digits, hex === '' ? 10 : 16)),
  );

export function createAws({ endpoint, region }: { readonly endpoint: string; readonly region: string }) {
  /** Calls a service whose client is not among Chainbell's dependencies; the engine accepts any signature with this key. */
  async function call(service: string, path: string, init: RequestInit): Promise<string> {
    const credential = `${owner}/20260101/${region}/${service}/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`;
    const reply = await fetch(`${endpoint}${path}`, { ...init, headers: { ...init.headers, authorization } });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${service} ${path}: ${reply.status} ${text}`);
    return text;
  }

  /** Calls a service that takes its action in a header, and returns its JSON. */
  async function ask(service: string, target: string, parameters: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
    return JSON.parse(
      await call(service, '/', { method: 'POST', headers, body: JSON.stringify(parameters) }),
    );
  }

  /** Calls a service's Query API with parameters, and returns its XML. */
  async function query(service: string, parameters: Readonly<Record<string, string>>): Promise<string> {
    return call(service, '/', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(parameters).toString(),
    });
  }

  /** A function's deployed configuration, including its environment. */
  async function configurationOf(functionName: string): Promise<unknown> {
    const path = `/2015-03-31/functions/${functionName}/configuration`;
    return JSON.parse(await call('lambda', path, { method: 'GET' }));
  }

  return {
    region,
    dynamodb: new DynamoDBClient({ region }),
    sns: new SNSClient({ region }),
    sqs: new SQSClient({ region }),
    ssm: new SSMClient({ region }),
    call,
    ask,
    query,
    configurationOf,

    /** The template that a stack was made from. */
    async templateOf(StackName: string): Promise<unknown> {
      const xml = await query('cloudformation', { Action: 'GetTemplate', Version: '2010-05-15', StackName });
      const [, body = ''] = /<TemplateBody>([^<]*)<\/TemplateBody>/.exec(xml) ?? [];
      return JSON.parse(unescaped(body));
    },

    /**
     * Invokes a function with JSON and waits for it.
     * @throws Error with the function's own error if it fails
     */
    async invoke(functionName: string, payload: unknown): Promise<void> {
      const path = `/2015-03-31/functions/${functionName}/invocations`;
      const reply = await call('lambda', path, { method: 'POST', body: JSON.stringify(payload) });
      if (reply.includes('"errorMessage"')) throw new Error(`${functionName} failed: ${reply}`);
    },

    /** A function's log lines since a time in epoch milliseconds. */
    async logLines(functionName: string, since: number): Promise<string[]> {
      const { LoggingConfig } = logGroup.parse(await configurationOf(functionName));
      const filter = { logGroupName: LoggingConfig.LogGroup, startTime: since };
      const reply = await ask('logs', 'Logs_20140328.FilterLogEvents', filter);
      return logEvents.parse(reply).events.flatMap(({ message }) => message.split('\n'));
    },
  };
}
