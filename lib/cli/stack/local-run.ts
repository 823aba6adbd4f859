import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { version } from '../../../functions/runtime/version.ts';
import {
  defaultPort,
  enginesPath,
  type LocalEngines,
  localEngines,
  loopbackAccount,
} from '../../local-engines.ts';
import { Unusable } from '../unusable.ts';
import { type Aws, plainly } from './aws.ts';
import type { OpenStack } from './open-stack.ts';

/** Found by its page's port, true for the default. @throws Unusable if there is none */
export async function openLocalRun(local: string | true): Promise<OpenStack> {
  return stackOf(await readEngines(local === true ? String(defaultPort) : local));
}

export function stackOf(engines: LocalEngines): OpenStack {
  const stack = {
    name: 'the local run',
    status: 'running',
    deployedAt: null,
    tables: engines.tables,
    alertsTopicArn: engines.alertsTopicArn,
    opsTopicArn: engines.opsTopicArn,
    dispatchPolls: 'dispatch-polls',
    pollWallets: 'poll-wallets',
    deliverAlerts: null,
    version,
  };
  return { stack, aws: clientsOf(engines), addressed: (text) => text };
}

async function readEngines(port: string): Promise<LocalEngines> {
  if (!/^\d{1,5}$/.test(port))
    throw new Unusable(`--local: "${port.slice(0, 60)}" is no port. Put --local last if you give no port.`);
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${enginesPath}`);
    return localEngines.parse(await reply.json());
  } catch (error) {
    throw new Unusable(
      `No local run has its page at port ${port}: start one with npm start, or give its port to --local.`,
      { cause: error },
    );
  }
}

/** @throws Unusable at a call of a service that the local run lacks */
function clientsOf({ dynamodbEndpoint, messagingEndpoint }: LocalEngines): Aws {
  const none = (service: string) => async () => {
    throw new Unusable(`The local run has no ${service}: this needs a deployed stack.`);
  };
  const messaging = { endpoint: messagingEndpoint, ...loopbackAccount };
  const database = { endpoint: dynamodbEndpoint, ...loopbackAccount };
  const dynamodb = plainly(new DynamoDBClient(database), 'dynamodb');
  const sns = plainly(new SNSClient(messaging), 'sns');
  const sqs = plainly(new SQSClient({ useQueueUrlAsEndpoint: false, ...messaging }), 'sqs');
  return {
    dynamodb: async () => dynamodb,
    sns: async () => sns,
    sqs: async () => sqs,
    cloudformation: none('CloudFormation'),
    cloudwatch: none('CloudWatch'),
    lambda: none('Lambda'),
    scheduler: none('EventBridge Scheduler'),
    ssm: none('SSM'),
    sts: none('STS'),
  };
}
