import { type Address, checksumAddress } from '../../../../functions/chain/address.ts';
import type { Table } from '../../../../functions/runtime/table-items.ts';
import { spellingsOf } from '../../../../functions/wallet/people.ts';
import { readWatchlist } from '../../../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../../../functions/wallet/watchlist-row.ts';
import { chainOf, type WatchedWallet } from '../../frame/watched-wallet.ts';
import { type OpenStack, openTable } from '../../stack/open-stack.ts';
import { shown } from '../../table.ts';
import { Unfinished } from '../../unusable.ts';

/** Watched on no chain, so the name may be mistyped. */
export class NotWatched extends Unfinished {
  override readonly name = 'NotWatched';
}

export type WatchlistRows = Awaited<ReturnType<typeof watchlistRows>>;

export async function watchlistRows(open: OpenStack) {
  const table = await openTable(open, 'watchlist');
  const find = async ({ wallet, chain, key }: WatchedWallet) => {
    const rows = await rowsOf(table, wallet);
    const wanted = rows.filter((row) => chainOf(row.chain)?.id === chain.id);
    const isChosen = (one: WatchlistRow) => one.wallet === key?.wallet && one.chain === key.chain;
    // The row that is polled; if no row is readable, the first.
    const row = wanted.find(isChosen) ?? readWatchlist(wanted).watched[0]?.row ?? wanted[0] ?? null;
    const others = wanted.filter((one) => one !== row);
    return { row, others, elsewhere: rows.filter((one) => !wanted.includes(one)) };
  };
  return {
    /** Finds the row of `key`, or else the polled row. Wallet and chain may be spelt in any way. */
    find: async (watched: WatchedWallet) => (await find(watched)).row,
    /** The row as `find` has it, and `others` of the wallet on this chain. @throws NotWatched, or Unfinished that names its other chains */
    async get(watched: WatchedWallet) {
      const { row, others, elsewhere } = await find(watched);
      if (row !== null) return { row, others };
      const sentence = `${checksumAddress(watched.wallet)} is not watched on ${watched.chain.name}`;
      if (elsewhere.length === 0) throw new NotWatched(`${sentence}: see chainbell list.`);
      const chains = elsewhere.map((other) => shown(other.chain)).join(', ');
      throw new Unfinished(`${sentence}: it is on ${chains} (--chain).`);
    },
    /** False if the key exists and is not to be replaced. */
    put: (row: WatchlistRow, replace: boolean) =>
      table.put(row, replace ? {} : { if: 'attribute_not_exists(wallet)' }),
    /** False if the row has gone. */
    async update(
      { wallet, chain }: WatchlistRow,
      set: ReadonlyMap<string, unknown>,
      remove: readonly string[],
    ) {
      const [change, guard] = changeOf(set, remove);
      return (await table.update({ wallet, chain }, change, guard)) !== null;
    },
    /** False if the row has gone. */
    remove: ({ wallet, chain }: WatchlistRow) => table.remove({ wallet, chain }, ifThere),
  };
}

const ifThere = { if: 'attribute_exists(wallet)' };

/** A wallet's rows on all chains, in the spellings that people copy: lower, checksum and upper case. */
async function rowsOf(table: Table, wallet: Address) {
  const rowsAt = (spelling: string) => Array.fromAsync(table.query(spelling, { ConsistentRead: false }));
  return (await Promise.all(spellingsOf(wallet).map(rowsAt))).flat() as WatchlistRow[];
}

/** `label` and others are reserved words, so each name has a placeholder. */
function changeOf(set: ReadonlyMap<string, unknown>, remove: readonly string[]) {
  const names = Object.fromEntries([...set.keys(), ...remove].map((name, i) => [`n${i}`, name]));
  const values = Object.fromEntries([...set.values()].map((value, i) => [`v${i}`, value]));
  const setting = Array.from(set.keys(), (_, i) => `#n${i} = :v${i}`).join(', ');
  const removing = remove.map((_, i) => `#n${set.size + i}`).join(', ');
  const change = [setting && `SET ${setting}`, removing && `REMOVE ${removing}`].filter(Boolean).join(' ');
  return [change, { ...ifThere, names, ...(set.size === 0 ? {} : { values }) }] as const;
}
