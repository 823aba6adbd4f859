import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AttributeValue,
  DeleteItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { GetScheduleCommand, ListSchedulesCommand, UpdateScheduleCommand } from '@aws-sdk/client-scheduler';
import { GetQueueAttributesCommand, ListQueuesCommand } from '@aws-sdk/client-sqs';
import { PutParameterCommand } from '@aws-sdk/client-ssm';
import { createAws } from './aws.ts';
import type { Deployment } from './deploy.ts';

/** A deployed stack as its owner uses it: rows typed into the Watchlist, the key stored, ticks by hand. */
export type Stack = ReturnType<typeof createStack>;

/** The console's form of a row that a person types: strings, unless another type was chosen. */
export type TypedRow = Readonly<Record<string, string | AttributeValue>> & {
  readonly wallet: string;
  readonly chain: string;
};

const typed = (row: Readonly<Record<string, string | AttributeValue>>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? { S: value } : value]),
  );

export function createStack(deployment: Deployment) {
  const aws = createAws(deployment);
  const { outputs, stackName } = deployment;
  const { dynamodb, sqs } = aws;

  async function putRow(row: TypedRow): Promise<void> {
    await dynamodb.send(new PutItemCommand({ TableName: outputs.WatchlistTableName, Item: typed(row) }));
  }

  async function putContact(row: Readonly<Record<string, string>>): Promise<void> {
    await dynamodb.send(new PutItemCommand({ TableName: outputs.ContactsTableName, Item: typed(row) }));
  }

  async function deleteRow({ wallet, chain }: TypedRow): Promise<void> {
    await dynamodb.send(
      new DeleteItemCommand({ TableName: outputs.WatchlistTableName, Key: typed({ wallet, chain }) }),
    );
  }

  /** Sends the due polls to their queue. */
  async function dispatch(payload: unknown = {}): Promise<void> {
    await aws.invoke(outputs.DispatchPollsFunctionName, payload);
  }

  /** Waits until the queue of polls is empty and no worker has a message. */
  async function pollsSettled(patience = 70_000): Promise<void> {
    const { QueueUrls = [] } = await sqs.send(
      new ListQueuesCommand({ QueueNamePrefix: `${stackName}-PollingPolls` }),
    );
    const [QueueUrl] = QueueUrls;
    const until = Date.now() + patience;
    for (;;) {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
      );
      const left = Object.entries(Attributes).filter(([name]) => name.startsWith('ApproximateNumberOf'));
      if (left.every(([, count]) => Number(count) === 0)) return;
      if (Date.now() > until) throw new Error(`polls are left in the queue: ${JSON.stringify(Attributes)}`);
      await sleep(50);
    }
  }

  return {
    aws,
    deployment,
    outputs,
    putRow,
    putContact,
    deleteRow,
    dispatch,
    pollsSettled,

    /** Deletes all rows, so that nothing is left to poll for the next tests. */
    async clearWatchlist(): Promise<void> {
      const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: outputs.WatchlistTableName }));
      await Promise.all(
        Items.map(({ wallet, chain }) => deleteRow({ wallet: wallet?.S ?? '', chain: chain?.S ?? '' })),
      );
    },

    async putKey(Value: string): Promise<void> {
      const Name = deployment.keyParameter;
      await aws.ssm.send(new PutParameterCommand({ Name, Type: 'SecureString', Value, Overwrite: true }));
    },

    /** Runs one tick by hand, and waits until each of its polls is done or given up. */
    async tick(payload: unknown = {}): Promise<void> {
      await dispatch(payload);
      await pollsSettled();
    },

    /** Switches the scheduled ticks off, or on again: they would be counted with those by hand. */
    async setSchedule(State: 'ENABLED' | 'DISABLED'): Promise<void> {
      const { Schedules = [] } = await aws.scheduler.send(new ListSchedulesCommand());
      for (const { Name } of Schedules) {
        const { ScheduleExpression, FlexibleTimeWindow, Target } = await aws.scheduler.send(
          new GetScheduleCommand({ Name }),
        );
        const as = { Name, ScheduleExpression, FlexibleTimeWindow, Target };
        await aws.scheduler.send(new UpdateScheduleCommand({ ...as, State }));
      }
    },

    /** A wallet's History as its readers see it: transfers with their alerts, oldest first. */
    async historyOf(wallet: string, chainId = '0x1'): Promise<Record<string, AttributeValue>[]> {
      const { Items = [] } = await dynamodb.send(
        new QueryCommand({
          TableName: outputs.HistoryTableName,
          KeyConditionExpression: 'watch = :watch',
          ExpressionAttributeValues: { ':watch': { S: `${wallet}#${chainId}` } },
        }),
      );
      const statuses = ['told', 'waiting', 'hidden', 'reverted'];
      return Items.filter(({ status, alert }) => statuses.includes(status?.S ?? '') && alert !== undefined);
    },
  };
}
