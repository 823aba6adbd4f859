import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * For every AWS client: without them one connection that hangs holds up an invocation to its end, and all its wallets.
 * AWS answers such calls in milliseconds; the SDK makes each three times in all.
 */
export const awsClientOptions = {
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 8_000, throwOnRequestTimeout: true },
};

/** The two ways in which items are read. */
export interface DocumentClients {
  /** Numbers as their digits. */
  readonly digits: DynamoDBDocumentClient;
  /** Numbers as numbers. */
  readonly plain: DynamoDBDocumentClient;
}

/** Items as plain values. Numbers come as their digits: users type amounts that a double would change. */
export function documentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(withOwnConfig(client), {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: (digits: string) => digits },
  });
}

/** Items as plain values, numbers as numbers: for items of our own, whose numbers are small. */
export function plainDocumentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(withOwnConfig(client));
}

/** A document client writes its settings into the client's config: without this, of two over one client the last wins. */
function withOwnConfig(client: DynamoDBClient): DynamoDBClient {
  return Object.create(client, { config: { value: { ...client.config } } });
}
