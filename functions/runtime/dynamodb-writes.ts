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

const maxTries = 6;

/** One request's worth of keys or items, sent; returns those that DynamoDB left unprocessed. */
type SendBatch<Entry> = (batch: Entry[]) => Promise<Entry[] | undefined>;

/**
 * Sends keys or items in batches, and what DynamoDB leaves of a batch again, after 100, 200, 400, 800 and 1,600 ms.
 * @param left names what stays undone after six tries, for the error: "state items unread"
 * @throws Error then, for the table is throttled
 */
export async function retryUnprocessed<Entry>(
  entries: readonly Entry[],
  send: SendBatch<Entry>,
  {
    perBatch,
    left,
    sleep,
  }: {
    readonly perBatch: number;
    readonly left: string;
    readonly sleep: (milliseconds: number) => Promise<void>;
  },
): Promise<void> {
  for (let from = 0; from < entries.length; from += perBatch) {
    let pending = entries.slice(from, from + perBatch);
    for (let tries = 0; pending.length > 0; tries += 1) {
      if (tries === maxTries) throw new Error(`DynamoDB left ${left}: its table is throttled.`);
      if (tries > 0) await sleep(50 * 2 ** tries);
      pending = (await send(pending)) ?? [];
    }
  }
}
