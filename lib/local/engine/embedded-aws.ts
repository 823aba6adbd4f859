import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SNSClient } from '@aws-sdk/client-sns';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startEmbeddedDynamoDB } from './embedded-dynamodb.ts';
import { startEmbeddedMessaging } from './embedded-messaging.ts';
import { makeTables, tableNames } from './tables.ts';
import { makeTopicsAndQueues, type TopicsAndQueues } from './topics-and-queues.ts';

/** What the stack has on AWS, in this process and reachable from this machine only. */
export interface EmbeddedAws extends TopicsAndQueues {
  readonly dynamodb: DynamoDBClient;
  /** For looking into the tables: items as plain values, numbers as numbers. */
  readonly documents: DynamoDBDocumentClient;
  readonly sns: SNSClient;
  readonly sqs: SQSClient;
  /** For the AWS CLI: `aws --endpoint-url … dynamodb put-item`. */
  readonly dynamodbEndpoint: string;
  readonly messagingEndpoint: string;
  readonly tables: typeof tableNames;
  /** Closes servers and clients; calls under way fail. */
  stop(): Promise<void>;
}

/**
 * Starts embedded DynamoDB, SNS and SQS with the three tables, the two topics and their queues, all empty.
 * With `dataDir` the tables are kept there; queues never outlive the process: a tick fills them again.
 */
export async function startEmbeddedAws({ dataDir }: { dataDir?: string } = {}): Promise<EmbeddedAws> {
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true });
  const database = await startEmbeddedDynamoDB(dataDir === undefined ? undefined : join(dataDir, 'dynamodb'));
  const messaging = await startEmbeddedMessaging();
  const stop = async () => {
    await Promise.all([messaging.stop(), database.stop()]);
  };
  try {
    await makeTables(database.client);
    return {
      ...(await makeTopicsAndQueues(messaging)),
      dynamodb: database.client,
      documents: database.documents,
      sns: messaging.sns,
      sqs: messaging.sqs,
      dynamodbEndpoint: database.endpoint,
      messagingEndpoint: messaging.endpoint,
      tables: tableNames,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
