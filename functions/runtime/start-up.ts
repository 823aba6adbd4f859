import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import { awsClientOptions, type DocumentClients } from './aws-clients.ts';
import { type Clock, systemClock } from './clock.ts';
import { createLog, type Log } from './log.ts';

/** Replacements that the local run and tests pass in. */
export interface Replacements {
  readonly dynamodb?: DynamoDBClient;
  readonly documents?: Partial<DocumentClients>;
  readonly sns?: SNSClient;
  readonly ssm?: SSMClient;
  readonly clock?: Clock;
  readonly log?: Log;
}

/** What each function has from its cold start on. */
export function startUp(service: string, given: Replacements) {
  return {
    clock: given.clock ?? systemClock,
    log: given.log ?? createLog(service),
    sns: given.sns ?? new SNSClient(awsClientOptions),
    ssm: given.ssm ?? new SSMClient(awsClientOptions),
    dynamodb: given.dynamodb ?? new DynamoDBClient(awsClientOptions),
  };
}
