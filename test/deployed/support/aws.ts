import process from 'node:process';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { z } from 'zod';
import { deployment as schema } from './deploy.ts';

/** The deployment that run.ts made, and clients to look at it from outside as its owner would. */
export const deployment = schema.parse(JSON.parse(process.env.CHAINBELL_DEPLOYMENT ?? '{}'));
export const { outputs } = deployment;

export const dynamodb = new DynamoDBClient({});
export const sns = new SNSClient({});
export const sqs = new SQSClient({});
export const ssm = new SSMClient({});

/** As the engine sees the owner of the account; it takes any signature of this key. */
const authorization = (service: string) =>
  `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;

/** A call to a service whose client is not among Chainbell's dependencies. */
async function call(service: string, path: string, init: RequestInit): Promise<string> {
  const reply = await fetch(`${deployment.endpoint}${path}`, {
    ...init,
    headers: { ...init.headers, authorization: authorization(service) },
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${service} ${path}: ${reply.status} ${text}`);
  return text;
}

/**
 * Invokes a function and waits for it.
 * @throws Error with the function's own where it fails
 */
export async function invoke(functionName: string, payload: unknown): Promise<void> {
  const path = `/2015-03-31/functions/${functionName}/invocations`;
  const reply = await call('lambda', path, { method: 'POST', body: JSON.stringify(payload) });
  if (reply.includes('"errorMessage"')) throw new Error(`${functionName} failed: ${reply}`);
}

const logEvents = z.object({ events: z.array(z.object({ message: z.string() })) });
const logGroup = z.object({ LoggingConfig: z.object({ LogGroup: z.string() }) });

/** What a function has logged since a time in epoch milliseconds, a line each. */
export async function logLines(functionName: string, since: number): Promise<string[]> {
  const path = `/2015-03-31/functions/${functionName}/configuration`;
  const { LoggingConfig } = logGroup.parse(JSON.parse(await call('lambda', path, { method: 'GET' })));
  const reply = await call('logs', '/', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'Logs_20140328.FilterLogEvents',
    },
    body: JSON.stringify({ logGroupName: LoggingConfig.LogGroup, startTime: since }),
  });
  return logEvents.parse(JSON.parse(reply)).events.flatMap(({ message }) => message.split('\n'));
}

/** Calls the Query API of a service with parameters and gives its XML. */
async function query(service: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  return call(service, '/', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(parameters).toString(),
  });
}

const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text ?? '');

const document = z.object({
  Statement: z.array(
    z.object({
      Sid: z.string(),
      Effect: z.literal('Allow'),
      Action: z.union([z.string().transform((action) => [action]), z.array(z.string())]),
      Resource: z.union([z.string().transform((resource) => [resource]), z.array(z.string())]),
    }),
  ),
});
export type Statement = z.infer<typeof document>['Statement'][number];

/** Everything a function's role allows, as deployed. */
export async function statementsOf(functionName: string): Promise<Statement[]> {
  const path = `/2015-03-31/functions/${functionName}/configuration`;
  const { Role } = z
    .object({ Role: z.string() })
    .parse(JSON.parse(await call('lambda', path, { method: 'GET' })));
  const RoleName = Role.split('/').at(-1) ?? '';
  const iam = { Version: '2010-05-08', RoleName };
  const attached = elements(await query('iam', { ...iam, Action: 'ListAttachedRolePolicies' }), 'PolicyArn');
  if (attached.length > 0) throw new Error(`${RoleName} has managed policies: ${attached.join(', ')}`);
  const names = elements(await query('iam', { ...iam, Action: 'ListRolePolicies' }), 'member');
  const documents = await Promise.all(
    names.map(async (PolicyName) => {
      const xml = await query('iam', { ...iam, Action: 'GetRolePolicy', PolicyName });
      const [text] = elements(xml, 'PolicyDocument');
      return document.parse(JSON.parse(decodeURIComponent(text ?? '')));
    }),
  );
  return documents.flatMap(({ Statement }) => Statement);
}
