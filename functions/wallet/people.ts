import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Address, checksumAddress } from '../chain/address.ts';
import { eachAtATime } from '../runtime/batches.ts';
import { cleanText } from '../text/safe-text.ts';

/** An address that the owner of the stack knows. */
export interface Person {
  /** What the owner calls it; null: it has no name. */
  readonly name: string | null;
  /** A wallet that this stack watches, on whatever chain. */
  readonly isOwn: boolean;
}

/** Of the addresses asked for, those that somebody knows. */
export type People = ReadonlyMap<Address, Person>;

export type FindPeople = (addresses: ReadonlySet<Address>) => Promise<People>;

const queriesAtATime = 32;

/** @param dynamodb reads the Watchlist by its key: a poll with nothing to tell asks for nobody */
export function createFindPeople(dynamodb: DynamoDBDocumentClient, watchlist: string): FindPeople {
  const rowsOf = async (wallet: string) => {
    const query = new QueryCommand({
      TableName: watchlist,
      KeyConditionExpression: 'wallet = :wallet',
      ExpressionAttributeValues: { ':wallet': wallet },
    });
    return (await dynamodb.send(query)).Items ?? [];
  };
  return async (addresses) => {
    const people = new Map<Address, Person>();
    await eachAtATime(queriesAtATime, [...addresses], async (address) => {
      const rows = (await Promise.all(spellingsOf(address).map(rowsOf))).flat();
      const [name = null] = rows.map(({ label }) => nameOf(label)).filter((one) => one !== null);
      if (rows.length > 0) people.set(address, { name, isOwn: true });
    });
    return people;
  };
}

/** As people type an address into a table's key. */
function spellingsOf(address: Address): string[] {
  return [...new Set([address, checksumAddress(address), `0x${address.slice(2).toUpperCase()}`])];
}

function nameOf(typed: unknown): string | null {
  return typeof typed === 'string' ? cleanText(typed) : null;
}
