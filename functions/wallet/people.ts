import { type Address, checksumAddress, readAddress } from '../chain/address.ts';
import { eachAtATime } from '../runtime/batches.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { readBatches } from '../runtime/table-batches.ts';
import type { Table } from '../runtime/table-items.ts';
import { cleanText } from '../text/safe-text.ts';
import { attributeIn } from './watchlist-row.ts';

interface Person {
  readonly name: string | null;
  /** Whether this stack watches the address, on any chain. */
  readonly isOwn: boolean;
}

export type People = ReadonlyMap<Address, Person>;

const queriesAtATime = 32;

/** By key, without scans. Never rejects: alerts go out without names. The tables read numbers as digits, as in a name of 42 */
export function createFindPeople(
  { watchlist, contacts }: { readonly watchlist: Table; readonly contacts: Table },
  { clock, log }: { readonly clock: Pick<Clock, 'sleep'>; readonly log: Pick<Log, 'warn'> },
): (addresses: ReadonlySet<Address>) => Promise<People> {
  const rowsOf = (wallet: string) => Array.fromAsync(watchlist.query(wallet, { ConsistentRead: false }));

  async function namesOf(addresses: readonly string[]): Promise<ReadonlyMap<unknown, string | null>> {
    const keys = addresses.map((address) => ({ address }));
    const items = await readBatches(contacts, keys, { undone: 'contacts unread', clock });
    return new Map(items.map((item) => [item.address, nameOf(attributeIn(item, 'name'))]));
  }

  async function find(addresses: ReadonlySet<Address>): Promise<People> {
    const names = await namesOf([...addresses].flatMap(spellingsOf));
    const found = await eachAtATime(queriesAtATime, [...addresses], async (address) => {
      const spellings = spellingsOf(address);
      const rows = (await Promise.all(spellings.map(rowsOf))).flat();
      if (rows.length === 0 && !spellings.some((spelling) => names.has(spelling))) return [];
      const labels = [
        ...spellings.map((spelling) => names.get(spelling)),
        ...rows.map((row) => nameOf(attributeIn(row, 'label'))),
      ];
      const name = labels.find((label) => label != null) ?? null;
      return [[address, { name, isOwn: rows.length > 0 }] as const];
    });
    return new Map(found.flat());
  }

  return (addresses) =>
    find(addresses).catch((error: unknown) => {
      log.warn('contacts could not be read: alerts go out without names', { reason: String(error) });
      return new Map();
    });
}

/** The ways in which people type an address as a table's key. */
export function spellingsOf(address: Address): string[] {
  const upper = address.toUpperCase();
  return [...new Set([address, checksumAddress(address), `0x${upper.slice(2)}`, upper])];
}

/** Whether lookups find a table's row with this key. They miss a key with blanks around the address. */
export function isFound(typed: string): boolean {
  const address = readAddress(typed);
  return address !== null && spellingsOf(address).includes(typed);
}

function nameOf(typed: unknown): string | null {
  return typeof typed === 'string' ? cleanText(typed) : null;
}
