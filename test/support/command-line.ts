import type { Readable } from 'node:stream';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { BatchWriteCommand, type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, expect } from 'vitest';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { version } from '../../functions/runtime/version.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { readSettings } from '../../lib/aws/settings/read-settings.ts';
import { commands } from '../../lib/cli/frame/commands.ts';
import { type Aws, actionOf, plainly } from '../../lib/cli/stack/aws.ts';
import { dispatchVariables } from '../../lib/environment.ts';
import type { EmbeddedAws } from '../../lib/local/engine/embedded-aws.ts';
import { loopbackAccount } from '../../lib/local-engines.ts';
import { type TableKeys, type TableName, tableKeys } from '../../lib/table-keys.ts';
import { type Ended, run } from '../cli/chainbell.ts';
import { resources } from '../simulation/stack.ts';
import { type Need, needsOf, passRole, permittedNeeds } from './aws-calls.ts';
import { putRow, useEmbeddedAws } from './embedded.ts';

/** AWS's answer to an action; an Error is thrown. */
export type Answer = (input: Record<string, unknown>) => object;

/** The command line against an AWS in this process: DynamoDB, SNS and SQS are embedded engines; the other services give scripted answers. */
export interface CommandLine {
  readonly aws: EmbeddedAws;
  readonly dynamodb: DynamoDBDocumentClient;
  /** Runs a command to its end. Fails if the command made a call to AWS that its list of permissions lacks. */
  run(argv: readonly string[], input?: string | Readable, isTerminal?: boolean): Promise<Ended>;
  /** The permissions that the last command used. */
  readonly asked: ReadonlySet<Need>;
  /** Sets the answer until the end of the test, even for a service with an engine. */
  answer(action: string, answer: Answer): void;
  /** Until the end of the test `listen` is called before the engine answers. */
  hear(action: string, listen: (input: Record<string, unknown>) => void): void;
  /** AWS refuses this action until the end of the test. */
  refuse(action: string): void;
  putRow(row: WatchlistRow): Promise<void>;
  /** What a person does at the page of `chainbell page` before it ends. */
  atPage(does: (address: string) => Promise<void>): void;
  rows(): Promise<WatchlistRow[]>;
}

const tableNames = ['watchlist', 'state', 'history', 'contacts'] as const satisfies TableName[];

/** The time at which all commands run. */
export const commandTime = Date.parse('2026-01-02T03:04:05.000Z');

/** One command line for the tests of a file; the tables are empty at the start of each test. */
export function useCommandLine(): CommandLine {
  const embedded = useEmbeddedAws();
  const documents = () => documentClient(embedded.aws.dynamodb);
  const answers = new Map<string, (...of: Parameters<Answer>) => object | undefined>();
  let atPage = async (_address: string) => {};
  let asked = new Set<Need>();
  /** Tables that the test has written to. */
  const written = new Set<TableName>();
  const noteWrites: Listen = (action, input) => {
    for (const name of tableNames)
      for (const need of needsOf(action, input, embedded.aws))
        if (need.endsWith(` on ${name}`) && !/^dynamodb:(Scan|Query|Get|BatchGet)/.test(need))
          written.add(name);
    return undefined;
  };
  let opened: Aws | undefined;
  beforeAll(() => {
    hear(embedded.aws.dynamodb, 'dynamodb', noteWrites);
    opened = clientsOf(embedded.aws, (action, input) => {
      noteWrites(action, input);
      const needs = needsOf(action, input, embedded.aws);
      for (const need of needs) asked.add(need);
      if (needs.some((need) => need.startsWith(passRole))) answers.get(passRole)?.(input);
      return (answers.get(action) ?? standing(embedded.aws)[action])?.(input);
    });
  });
  afterEach(async () => {
    answers.clear();
    atPage = async () => {};
    await Promise.all(
      Array.from(written, (name) => emptyTable(documents(), embedded.aws.tables[name], tableKeys[name])),
    );
    written.clear();
  });
  return {
    get aws() {
      return embedded.aws;
    },
    get dynamodb() {
      return documents();
    },
    get asked() {
      return asked;
    },
    async run(argv, input = '', isTerminal = false) {
      asked = new Set();
      const aws = opened;
      if (aws === undefined) throw new Error('the command line is ready only from the first test on');
      // Only time limits have a signal, and tests never reach them.
      const sleep = async (_ms: number, signal?: AbortSignal) =>
        signal ? new Promise<void>(() => {}) : undefined;
      const outside = {
        openAws: () => aws,
        clock: { now: () => commandTime, sleep },
        interrupted: (address: string) => atPage(address),
        codeSha256: async (folder: string) => `built of ${folder}`,
      };
      const ended = await run(argv, input, outside, isTerminal);
      const permitted = (await commands.find(({ name }) => name === argv[0])?.load())?.permissions ?? [];
      expect(permittedNeeds(permitted), `${argv[0]} does not say that it needs this`).toEqual(
        expect.arrayContaining([...asked]),
      );
      return ended;
    },
    answer: (action, answer) => void answers.set(action, answer),
    hear(action, listen) {
      answers.set(action, (input) => {
        listen(input);
        return undefined;
      });
    },
    atPage(does) {
      atPage = does;
    },
    refuse(action) {
      answers.set(action, (input) => {
        const name = action.startsWith('sns:') ? 'AuthorizationError' : 'AccessDeniedException';
        throw Object.assign(new Error(refusal(action, input)), { name, $metadata: {} });
      });
    },
    putRow: (row) => putRow(embedded.aws, row),
    async rows() {
      const { Items = [] } = await documents().send(
        new ScanCommand({ TableName: embedded.aws.tables.watchlist }),
      );
      return Items as WatchlistRow[];
    },
  };
}

/** An access refusal in AWS's words. */
function refusal(action: string, { TableName, StackName }: Record<string, unknown>): string {
  const [service = ''] = action.split(':');
  const resource = TableName ? `table/${TableName}` : StackName ? `stack/${StackName}/*` : 'x';
  const arn = `arn:aws:${service}:us-east-1:123456789012:${resource}`;
  return `User: arn:aws:iam::123456789012:user/x is not authorized to perform: ${action} on resource: ${arn} because no identity-based policy allows the ${action} action`;
}

async function emptyTable(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  { partition, sort }: TableKeys,
): Promise<void> {
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName }));
  for (let at = 0; at < Items.length; at += mostOfBatch) {
    const deletions = Items.slice(at, at + mostOfBatch).map((item) => ({
      DeleteRequest: {
        Key: { [partition]: item[partition], ...(sort === undefined ? {} : { [sort]: item[sort] }) },
      },
    }));
    await dynamodb.send(new BatchWriteCommand({ RequestItems: { [TableName]: deletions } }));
  }
}

/** As many as DynamoDB takes. */
const mostOfBatch = 25;

/** The stack as CloudFormation describes it. @param over outputs that differ; undefined removes one */
export function describedStack(
  { tables, alertsTopicArn, opsTopicArn }: EmbeddedAws,
  over: Readonly<Record<string, string | undefined>> = {},
): object {
  const outputs = {
    WatchlistTableName: tables.watchlist,
    StateTableName: tables.state,
    HistoryTableName: tables.history,
    ContactsTableName: tables.contacts,
    AlertsTopicArn: alertsTopicArn,
    OpsTopicArn: opsTopicArn,
    DispatchPollsFunctionName: 'dispatch',
    PollWalletsFunctionName: 'poll',
    DeliverAlertsFunctionName: 'deliver',
    Version: version,
    ...over,
  };
  const Outputs = Object.entries(outputs)
    .filter(([, value]) => value !== undefined)
    .map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const StackStatus = 'UPDATE_COMPLETE';
  return {
    Stacks: [{ StackName: 'Chainbell', StackStatus, LastUpdatedTime: new Date(commandTime), Outputs }],
  };
}

/** The deployed stack's answers, unless a test sets others. */
function standing(aws: EmbeddedAws): Readonly<Record<string, Answer>> {
  return {
    'cloudformation:DescribeStacks': ({ StackName }) => {
      if (StackName !== 'Chainbell')
        throw Object.assign(new Error(`Stack with id ${StackName} does not exist`), {
          name: 'ValidationError',
        });
      return describedStack(aws);
    },
    'lambda:GetFunctionConfiguration': ({ FunctionName }) => ({
      Environment: { Variables: environments[String(FunctionName)] ?? {} },
    }),
    'cloudformation:ListStackResources': () => ({
      StackResourceSummaries: [
        {
          ResourceType: 'AWS::Scheduler::Schedule',
          LogicalResourceId: 'PollingTick',
          PhysicalResourceId: 'Chainbell-PollingTick-1A2B',
        },
        {
          ResourceType: 'AWS::Lambda::EventSourceMapping',
          LogicalResourceId: 'PollingTakePolls1A2B',
          PhysicalResourceId: 'polls',
        },
      ],
    }),
    'scheduler:GetSchedule': () => ({ State: 'ENABLED' }),
    'lambda:GetEventSourceMapping': () => ({ State: 'Enabled' }),
    'ssm:DescribeParameters': ({ ParameterFilters }) =>
      describedParameters(['/second/api-key'], ParameterFilters),
  };
}

/** SSM's list of these parameters, after a filter; all were last changed before the test. */
export function describedParameters(names: readonly string[], filters: unknown): object {
  const [
    {
      Key,
      Values: [value],
    },
  ] = filters as [{ Key: string; Values: [string] }];
  const found = names.filter((name) => (Key === 'Name' ? name === value : name.startsWith(`${value}/`)));
  return { Parameters: found.map((Name) => ({ Name, LastModifiedDate: new Date(0) })) };
}

const environments: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dispatch: dispatchVariables(
    readSettings({ rpcParameters: '/second/rpc', heartbeatParameter: '/second/heartbeat' }),
    resources,
  ),
  poll: { API_KEY_PARAMETER: '/second/api-key', BASE_URL: 'http://127.0.0.1:9', API_VERSION: 'v2' },
  deliver: { DESTINATIONS: '{"team":"slack","hook":"webhook"}', LOOPBACK: 'refused' },
};

type Listen = (action: string, input: Record<string, unknown>) => object | undefined;

function clientsOf(aws: EmbeddedAws, listen: Listen): Aws {
  const database = { endpoint: aws.dynamodbEndpoint, ...loopbackAccount };
  const messaging = { endpoint: aws.messagingEndpoint, ...loopbackAccount };
  const made: { readonly [Service in keyof Aws]: Awaited<ReturnType<Aws[Service]>> } = {
    cloudformation: new CloudFormationClient(loopbackAccount),
    cloudwatch: new CloudWatchClient(loopbackAccount),
    dynamodb: new DynamoDBClient(database),
    lambda: new LambdaClient(loopbackAccount),
    scheduler: new SchedulerClient(loopbackAccount),
    sns: new SNSClient(messaging),
    sqs: new SQSClient({ useQueueUrlAsEndpoint: false, ...messaging }),
    ssm: new SSMClient(loopbackAccount),
    sts: new STSClient(loopbackAccount),
  };
  const heard = Object.entries(made).map(([service, client]) => {
    const name = service as keyof Aws;
    plainly(client, name);
    hear(client as unknown as DynamoDBClient, name, listen);
    return [name, async () => client] as const;
  });
  return Object.fromEntries(heard) as unknown as Aws;
}

interface Call {
  readonly input: Record<string, unknown>;
}

/** Answers a client's calls in place of its service, if there is a scripted answer. */
function hear(
  { middlewareStack }: Pick<DynamoDBClient, 'middlewareStack'>,
  service: keyof Aws,
  listen: Listen,
): void {
  const middleware =
    (next: (call: Call) => Promise<unknown>, { commandName = '' }: { readonly commandName?: string }) =>
    async (call: Call) => {
      const output = listen(actionOf(service, commandName), call.input);
      return output === undefined ? next(call) : { output: { $metadata: {}, ...output }, response: {} };
    };
  middlewareStack.add(middleware as never, { step: 'initialize', name: 'hear', priority: 'low' });
}
