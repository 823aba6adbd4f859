import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';

/** Reads a partition of a table keyed by wallet and chain, consistently. @param between first and last `chain` */
export async function* partitionItems(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  partition: string,
  between?: readonly [from: string, to: string],
): AsyncGenerator<Record<string, unknown>> {
  const query = {
    TableName,
    KeyConditionExpression: `wallet = :partition${between ? ' AND chain BETWEEN :from AND :to' : ''}`,
    ExpressionAttributeValues: {
      ':partition': partition,
      ...(between && { ':from': between[0], ':to': between[1] }),
    },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamodb }, query)) yield* Items;
}
