import type { ActivityTable, MarkedPoll, WalletItems } from '../../../functions/activity/activity-table.ts';
import { type ChainRecord, chainRecord, neverScanned } from '../../../functions/activity/chain-record.ts';
import type { Find, SeenLog } from '../../../functions/activity/finds.ts';
import type { Past } from '../../../functions/activity/source/past.ts';
import type { Given } from '../../../functions/activity/source/reported-approvals.ts';
import type { WalletState } from '../../../functions/activity/state/wallet-state.ts';
import { type ActivityKind, type Mark, owedMark } from '../../../functions/activity/tail.ts';
import type { Address } from '../../../functions/chain/address.ts';
import type { Chain } from '../../../functions/chain/chains.ts';

/** One chain's activity table in memory, with DynamoDB's conditions. */
export class MemoryActivity implements ActivityTable {
  record: ChainRecord | null = null;
  readonly marks = new Map<Address, Mark>();
  readonly finds = new Map<Address, Find>();
  readonly pasts = new Map<Address, Past>();
  readonly given = new Map<Address, Given>();
  readonly states = new Map<Address, WalletState>();
  readonly seen = new Map<string, string[]>();
  /** The writes: `save`, `put hot`, `remove find` and so on. */
  writes: string[] = [];
  /** Number of items written, of marks and of scan results. */
  items = 0;
  /** Called before each write; throw here to simulate a crash. */
  atWrite: (write: string) => void = () => {};

  async load() {
    const { marks, finds, pasts, given, states } = this;
    return {
      record: this.record ?? neverScanned,
      hot: new Map(marks),
      find: new Map(finds),
      past: new Map(pasts),
      given: new Map(given),
      state: new Map(states),
    };
  }

  async save(_chain: Chain, record: ChainRecord) {
    this.write('save');
    if ((this.record?.saves ?? 0) !== record.saves) return null;
    this.record = chainRecord.parse({ ...structuredClone(record), saves: record.saves + 1 });
    return this.record;
  }

  async put<Kind extends keyof WalletItems>(_: Chain, kind: Kind, items: readonly WalletItems[Kind][]) {
    if (items.length > 0) this.write(`put ${kind}`, items.length);
    for (const item of items) this.itemsOf(kind).set(item.wallet, item);
  }

  async remove<Kind extends keyof WalletItems>(_: Chain, kind: Kind, items: readonly WalletItems[Kind][]) {
    if (items.length > 0) this.write(`remove ${kind}`);
    for (const { wallet, stamp } of items)
      if (this.itemsOf(kind).get(wallet)?.stamp === stamp) this.itemsOf(kind).delete(wallet);
  }

  async putSeen(_chain: Chain, log: SeenLog) {
    if (log.size > 0) this.write('put seen', log.size);
    for (const [name, entries] of log) this.seen.set(name, [...(this.seen.get(name) ?? []), ...entries]);
  }

  async readSeen(_chain: Chain, name: string) {
    return this.seen.get(name) ?? [];
  }

  async acknowledge(_: Chain, { wallet, stamp, minute }: MarkedPoll, begins: ActivityKind | null) {
    this.write('acknowledge');
    const mark = this.marks.get(wallet);
    if (mark?.stamp !== stamp) return false;
    const begun = begins ? { seenAt: { ...mark.seenAt, [begins]: minute } } : {};
    this.marks.set(wallet, { ...mark, polledAt: minute, ...begun });
    return true;
  }

  async add(_: Chain, mark: Mark) {
    this.write('add');
    if (!this.marks.has(mark.wallet)) this.marks.set(mark.wallet, mark);
  }

  async owe(_: Chain, { wallet, stamp, minute }: MarkedPoll) {
    this.write('owe');
    const kept = this.marks.get(wallet) ?? owedMark(wallet, stamp, minute);
    this.marks.set(wallet, { ...kept, stamp, polledAt: null });
  }

  private itemsOf<Kind extends keyof WalletItems>(kind: Kind): Map<Address, WalletItems[Kind]> {
    const maps: { [Name in keyof WalletItems]: Map<Address, WalletItems[Name]> } = {
      hot: this.marks,
      find: this.finds,
      past: this.pasts,
      given: this.given,
      state: this.states,
    };
    return maps[kind];
  }

  private write(write: string, items = 0): void {
    this.atWrite(write);
    this.writes.push(write);
    this.items += items;
  }
}
