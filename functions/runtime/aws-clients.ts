import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetParameterCommand, ParameterNotFound, type SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Without timeouts one hanging connection blocks an invocation, and all its wallets, to its end. */
export const awsClientOptions = {
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 8_000, throwOnRequestTimeout: true },
};

export interface DocumentClients {
  readonly digits: DynamoDBDocumentClient;
  readonly plain: DynamoDBDocumentClient;
}

/** Numbers are texts of their digits: users type amounts that a double would change. */
export function documentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(withOwnConfig(client), {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: (digits: string) => digits },
  });
}

/** Numbers are numbers: for Chainbell's own items, whose numbers are small. */
export function plainDocumentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(withOwnConfig(client));
}

/** A document client changes its client's config: without a copy, the settings of the last one would apply to both. */
function withOwnConfig(client: DynamoDBClient): DynamoDBClient {
  return Object.create(client, { config: { value: { ...client.config } } });
}

/** The value of an SSM parameter; null: there is no such parameter. */
export async function readParameter(
  ssm: SSMClient,
  Name: string,
  abortSignal?: AbortSignal,
): Promise<string | null> {
  const options = abortSignal === undefined ? {} : { abortSignal };
  try {
    const reply = await ssm.send(new GetParameterCommand({ Name, WithDecryption: true }), options);
    return reply.Parameter?.Value ?? null;
  } catch (error) {
    if (error instanceof ParameterNotFound) return null;
    throw error;
  }
}

/** Whether SSM has the parameter, and its KMS key does not let this function decrypt it. Later tries would get the same answer. */
export function isUndecryptable(error: unknown): error is Error {
  return error instanceof Error && /^(AccessDeniedException|InvalidKeyId)$/.test(error.name);
}
