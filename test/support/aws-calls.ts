import type { AwsPart, Permission } from '../../lib/cli/frame/command.ts';
import type { EmbeddedAws } from '../../lib/local/engine/embedded-aws.ts';

/** A call's permission: the action, and the part of the deployment that it acts on; `nothing` for actions that no policy covers. */
export type Need = `${string} on ${AwsPart | 'nothing'}`;

/** The permissions that a command's list asks for. */
export function permittedNeeds(permissions: readonly Permission[]): Need[] {
  return permissions.flatMap(({ action, on }) =>
    (on.length === 0 ? (['nothing'] as const) : on).map((part): Need => `${action} on ${part}`),
  );
}

type Input = Readonly<Record<string, unknown>>;

/**
 * The permissions that a call needs, from the names in its input. An update of a schedule names the schedule's role, which the caller must
 * be allowed to pass on: docs.aws.amazon.com/aws-managed-policy/latest/reference/AmazonEventBridgeSchedulerFullAccess.html
 */
export function needsOf(action: string, input: Input, aws: EmbeddedAws): Need[] {
  const needs = partsOf(action, input, aws).map((part): Need => `${action} on ${part}`);
  return action === 'scheduler:UpdateSchedule' ? [...needs, `${passRole} on tickRole`] : needs;
}

export const passRole = 'iam:PassRole';

function partsOf(action: string, input: Input, aws: EmbeddedAws): readonly (AwsPart | 'nothing')[] {
  const [service] = action.split(':');
  switch (service) {
    case 'cloudformation':
      return ['stack'];
    case 'cloudwatch':
      return ['account'];
    case 'dynamodb':
      return tablesOf(input).map((table) => tablePart(table, aws));
    case 'lambda':
      return [input.UUID === undefined ? named(input.FunctionName, functions) : 'readers'];
    case 'scheduler':
      return ['schedule'];
    case 'sns':
      return [topicPart(input.TopicArn, aws)];
    case 'sqs':
      return [queuePart(action, String(input.QueueName ?? input.QueueUrl))];
    case 'ssm':
      if (action === 'ssm:DescribeParameters') return ['account'];
      return [named(String(input.Name).split('/')[2], parameters)];
    case 'sts':
      return ['nothing'];
    default:
      throw new Error(`no rule says which part ${action} acts on`);
  }
}

const functions: Readonly<Record<string, AwsPart>> = {
  dispatch: 'dispatch',
  poll: 'poll',
  deliver: 'deliver',
};
const parameters: Readonly<Record<string, AwsPart>> = {
  'api-key': 'apiKey',
  rpc: 'nodeUrls',
  heartbeat: 'heartbeat',
  destinations: 'secrets',
};

function named(name: unknown, parts: Readonly<Record<string, AwsPart>>): AwsPart {
  const part = parts[String(name)];
  if (part === undefined) throw new Error(`no part of a deployment is called ${name}`);
  return part;
}

/** A batch request has its table names as keys. */
function tablesOf({ TableName, RequestItems }: Input): unknown[] {
  return TableName === undefined ? Object.keys(RequestItems as object) : [TableName];
}

function tablePart(table: unknown, { tables }: EmbeddedAws): AwsPart {
  const found = (['watchlist', 'state', 'history', 'contacts'] as const).find(
    (name) => tables[name] === table,
  );
  if (found === undefined) throw new Error(`no table of the stack is called ${table}`);
  return found;
}

/** SMS calls apply to the whole account. */
function topicPart(arn: unknown, { alertsTopicArn, opsTopicArn }: EmbeddedAws): AwsPart {
  if (arn === undefined) return 'account';
  if (arn !== alertsTopicArn && arn !== opsTopicArn) throw new Error(`no topic of the stack is ${arn}`);
  return arn === alertsTopicArn ? 'alerts' : 'operations';
}

/** A message count is asked of every queue; all other calls are about a destination's two queues. */
function queuePart(action: string, queue: string): AwsPart {
  if (action === 'sqs:GetQueueAttributes') return 'queues';
  return queue.endsWith('-dead-letters') ? 'deadLetters' : 'destinationQueues';
}
