import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/**
 * The reply of a conditional write; null where its condition did not hold: another worker, or a person, was faster.
 * Every other error is thrown on.
 */
export async function ifVersionMatches<Reply>(write: Promise<Reply>): Promise<Reply | null> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}
