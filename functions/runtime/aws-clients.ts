import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * Timeouts of every AWS client: without them one hanging connection blocks an invocation, and all its wallets, to its end.
 * AWS answers these calls in milliseconds; the SDK makes up to three attempts.
 */
export const awsClientOptions = {
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 8_000, throwOnRequestTimeout: true },
};

/** One client for each way to read numbers. */
export interface DocumentClients {
  /** Numbers as their digits. */
  readonly digits: DynamoDBDocumentClient;
  /** Numbers as numbers. */
  readonly plain: DynamoDBDocumentClient;
}

/** Reads items as plain values, numbers as texts of their digits: users type amounts that a double would change. */
export function documentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(withOwnConfig(client), {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: (digits: string) => digits },
  });
}

/** Reads items as plain values, numbers as numbers: for Chainbell's own items, whose numbers are small. */
export function plainDocumentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(withOwnConfig(client));
}

/** A document client changes its client's config: without a copy, the settings of the last one would apply to both. */
function withOwnConfig(client: DynamoDBClient): DynamoDBClient {
  return Object.create(client, { config: { value: { ...client.config } } });
}
