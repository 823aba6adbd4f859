import { documentClient, plainDocumentClient } from '../../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import type { OpenStack } from './open-stack.ts';

/** Numbers come as digits; those of History as numbers. */
export async function openTable({ stack, aws }: OpenStack, name: keyof OpenStack['stack']['tables']) {
  const client = name === 'history' ? plainDocumentClient : documentClient;
  return tableItems(client(await aws.dynamodb()), stack.tables[name]);
}
