import * as z from 'zod';
import { type Address, readAddress } from '../chain/address.ts';
import { type Chain, chainKey } from '../chain/chains.ts';
import type { EpochMinutes } from '../chain/units.ts';
import { eachAtATime, inBatches } from '../runtime/batches.ts';
import { type Clock, expiryIn } from '../runtime/clock.ts';
import { batchWriter } from '../runtime/table-batches.ts';
import type { Table } from '../runtime/table-items.ts';
import { type ChainRecord, chainRecord, neverScanned } from './chain-record.ts';
import { findItem, type SeenLog } from './finds.ts';
import { type ActivityKind, type Mark, markItem, owedMark } from './marks.ts';
import { pastItem } from './source/past.ts';
import { keptApprovals } from './source/reported-approvals.ts';
import { stateItem } from './state/wallet-state.ts';

const kinds = {
  marks: markItem,
  finds: findItem,
  pasts: pastItem,
  approvals: keptApprovals,
  states: stateItem,
};
type Kind = keyof typeof kinds;
export type WalletItems = { readonly [Of in Kind]: z.infer<(typeof kinds)[Of]> };
const shapes: { readonly [Of in Kind]: z.ZodType<WalletItems[Of]> } = kinds;
const isKind = (name: string | undefined): name is Kind => name !== undefined && Object.hasOwn(kinds, name);

/** A chain's record, and its wallets' items by kind. */
export type ChainItems = { readonly record: ChainRecord } & {
  readonly [Of in Kind]: ReadonlyMap<Address, WalletItems[Of]>;
};

/** A poll in the tick `minute`, and the stamp of the mark that asked for it. */
export interface MarkedPoll {
  readonly wallet: Address;
  readonly stamp: string;
  readonly minute: EpochMinutes;
}

const seenItem = z.object({ seen: z.array(z.string()) });

const recordName = 'chain';
/** The wallets that scans saw are kept for more days than two sweeps can be apart. */
const seenDays = 2;
/** DynamoDB takes 400 KB an item. */
const entriesPerItem = 5_000;
const removalsAtATime = 25;

/** The State table's items about chains with a node. */
export function createActivityTable(table: Table, clock: Clock) {
  const writer = batchWriter(table, clock, 'marks of active wallets unwritten');

  return {
    load: (chain: Chain) => loadItems(chain, table),
    /** The saved record; null if another tick saved one since it was read. */
    async save(chain: Chain, record: ChainRecord): Promise<ChainRecord | null> {
      const saved = { ...record, saves: record.saves + 1 };
      const item = { ...keyOf(chain, recordName), ...saved };
      const unread = { if: 'attribute_not_exists(saves) OR saves = :read', values: { read: record.saves } };
      return (await table.put(item, unread)) ? saved : null;
    },
    put<Of extends Kind>(chain: Chain, kind: Of, items: readonly WalletItems[Of][]): Promise<void> {
      return writer.put(
        items.map(({ wallet, ...rest }) => ({ ...keyOf(chain, `${kind} ${wallet}`), ...rest })),
      );
    },
    /** Removes items, except those that were written again meanwhile. */
    async remove<Of extends Kind>(chain: Chain, kind: Of, items: readonly WalletItems[Of][]): Promise<void> {
      await eachAtATime(removalsAtATime, items, ({ wallet, stamp }) =>
        table.remove(keyOf(chain, `${kind} ${wallet}`), { if: 'stamp = :stamp', values: { stamp } }),
      );
    },
    putSeen(chain: Chain, log: SeenLog, stamp: string): Promise<void> {
      const expiresAt = expiryIn(seenDays, clock);
      const items = Array.from(log, ([name, entries]) =>
        inBatches(entries, entriesPerItem).map((seen, at) => ({
          wallet: `#seen ${chainKey(chain)}`,
          chain: `${name} ${stamp} ${at}`,
          seen,
          expiresAt,
        })),
      );
      return writer.put(items.flat());
    },
    async readSeen(chain: Chain, name: string): Promise<readonly string[]> {
      const between = [`${name} `, `${name} ~`] as const;
      const items = await Array.fromAsync(table.query(`#seen ${chainKey(chain)}`, { between }));
      return items.flatMap((item) => seenItem.parse(item).seen);
    },
    /** Records a successful poll. Returns false if the mark is gone or belongs to a later activity. @param begins the kind whose tail begins now */
    async acknowledge(
      chain: Chain,
      { wallet, stamp, minute }: MarkedPoll,
      begins: ActivityKind | null,
    ): Promise<boolean> {
      const change = begins ? 'SET polledAt = :minute, seenAt.#kind = :minute' : 'SET polledAt = :minute';
      const noted = await table.update(keyOf(chain, `marks ${wallet}`), change, {
        // If the wallet was seen again meanwhile, only a later poll counts.
        if: 'stamp = :stamp',
        values: { minute, stamp },
        ...(begins && { names: { kind: begins } }),
      });
      return noted !== null;
    },
    /** Marks a wallet unless it has a mark. */
    async add(chain: Chain, { wallet, ...mark }: Mark): Promise<void> {
      const item = { ...keyOf(chain, `marks ${wallet}`), ...mark };
      await table.put(item, { if: 'attribute_not_exists(stamp)' });
    },
    /** Makes a wallet due until a poll succeeds. An existing mark keeps its tail; a new mark has none. */
    async owe(chain: Chain, poll: MarkedPoll): Promise<void> {
      const { wallet, stamp, polledAt, seenAt, block } = owedMark(poll.wallet, poll.stamp, poll.minute);
      const kept = 'seenAt = if_not_exists(seenAt, :seenAt), #block = if_not_exists(#block, :block)';
      const change = `SET stamp = :stamp, polledAt = :polledAt, ${kept}`;
      await table.update(keyOf(chain, `marks ${wallet}`), change, {
        values: { stamp, polledAt, seenAt, block },
        names: { block: 'block' },
      });
    },
  };
}

export type ActivityTable = ReturnType<typeof createActivityTable>;

async function loadItems(chain: Chain, table: Pick<Table, 'query'>): Promise<ChainItems> {
  let record = neverScanned;
  const kept: { readonly [Of in Kind]: Map<Address, WalletItems[Of]> } = {
    marks: new Map(),
    finds: new Map(),
    pasts: new Map(),
    approvals: new Map(),
    states: new Map(),
  };
  const add = <Of extends Kind>(kind: Of, wallet: Address, item: object) =>
    kept[kind].set(wallet, shapes[kind].parse({ ...item, wallet }));
  for await (const item of table.query(keyOf(chain, '').wallet)) {
    const [name, text] = String(item.chain).split(' ');
    const wallet = readAddress(text);
    if (name === recordName) record = chainRecord.parse(item);
    else if (wallet !== null && isKind(name)) add(name, wallet, item);
  }
  return { record, ...kept };
}

function keyOf(of: Chain, name: string): { readonly wallet: string; readonly chain: string } {
  return { wallet: `#activity ${chainKey(of)}`, chain: name };
}
