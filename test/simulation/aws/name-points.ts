import type { Item } from './expression.ts';

/** Names a write by the attributes that it changes. */
function nameWrite(table: string, before: Item | undefined, item: Item): string {
  if (table === 'Deliveries') return `put ${String(item.item).split('#')[0]}`;
  if (table !== 'State') return `put ${table}`;
  const { wallet, chain, open, failing } = item;
  if (String(chain).endsWith('#addresses')) return 'fold addresses';
  if (wallet === '#announcements') return 'count a beginning wallet';
  if (wallet === '#calls') return 'claim calls';
  if (String(wallet).startsWith('#activity')) return item.chain === 'chain' ? 'note a scan' : 'note activity';
  if (String(wallet).startsWith('#seen')) return 'note what was seen';
  if (wallet === '#incidents') return 'note an incident';
  const [now, then] = [open ?? null, before?.open ?? null];
  if (now !== null && then === null) return 'begin';
  if (now !== null) return item.version === before?.version ? 'let expire' : 'hand on';
  if (then !== null) return sizeOf(item.abandoned) > sizeOf(before?.abandoned) ? 'abandon' : 'commit';
  return JSON.stringify(failing) === JSON.stringify(before?.failing ?? null)
    ? 'save quietly'
    : 'note a failure';
}

function sizeOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** @param partition the partition key's value; null for a scan */
function nameQuery(table: string, partition: string | null): string {
  if (partition === null) return `scan ${table}`;
  if (table !== 'History') return `query ${table}`;
  const [, , apart] = partition.split('#');
  if (apart === undefined) return 'query rows';
  return apart === 'held' ? 'query held rows' : 'query what was taken back';
}

/** @param item the first item that is put; undefined if items are deleted */
function nameBatch(table: string, item: Item | undefined): string {
  if (table !== 'History') return `write ${table}`;
  if (item === undefined) return 'remove rows';
  return String(item.watch).includes('#held#') ? 'hold rows' : 'record rows';
}

/** Names the awaits of the functions by what they write or read. */
export const namePoints = { write: nameWrite, query: nameQuery, batch: nameBatch };
