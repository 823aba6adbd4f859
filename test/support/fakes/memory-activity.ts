import type { ActivityTable, MarkedPoll, WalletItems } from '../../../functions/activity/activity-table.ts';
import { type ChainRecord, chainRecord, neverScanned } from '../../../functions/activity/chain-record.ts';
import type { SeenLog } from '../../../functions/activity/finds.ts';
import { type ActivityKind, type Mark, owedMark } from '../../../functions/activity/marks.ts';
import type { Address } from '../../../functions/chain/address.ts';
import type { Chain } from '../../../functions/chain/chains.ts';

type ByKind = { readonly [Kind in keyof WalletItems]: Map<Address, WalletItems[Kind]> };

/** One chain's activity table in memory, with DynamoDB's conditions. */
export class MemoryActivity implements ActivityTable {
  record: ChainRecord | null = null;
  private readonly kept: ByKind = {
    marks: new Map(),
    finds: new Map(),
    pasts: new Map(),
    approvals: new Map(),
    states: new Map(),
  };
  readonly marks = this.kept.marks;
  readonly finds = this.kept.finds;
  readonly pasts = this.kept.pasts;
  readonly approvals = this.kept.approvals;
  readonly states = this.kept.states;
  readonly seen = new Map<string, string[]>();
  /** The writes: `save`, `put marks`, `remove finds` and so on. */
  writes: string[] = [];
  /** Number of items written, of marks and of scan results. */
  items = 0;
  /** Called before each write; throw here to simulate a crash. */
  atWrite: (write: string) => void = () => {};

  async load() {
    return { record: this.record ?? neverScanned, ...structuredClone(this.kept) };
  }

  async save(_chain: Chain, record: ChainRecord) {
    this.write('save');
    if ((this.record?.saves ?? 0) !== record.saves) return null;
    this.record = chainRecord.parse({ ...structuredClone(record), saves: record.saves + 1 });
    return this.record;
  }

  async put<Kind extends keyof WalletItems>(_: Chain, kind: Kind, items: readonly WalletItems[Kind][]) {
    if (items.length > 0) this.write(`put ${kind}`, items.length);
    for (const item of items) this.kept[kind].set(item.wallet, item);
  }

  async remove<Kind extends keyof WalletItems>(_: Chain, kind: Kind, items: readonly WalletItems[Kind][]) {
    if (items.length > 0) this.write(`remove ${kind}`);
    for (const { wallet, stamp } of items)
      if (this.kept[kind].get(wallet)?.stamp === stamp) this.kept[kind].delete(wallet);
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

  private write(write: string, items = 0): void {
    this.atWrite(write);
    this.writes.push(write);
    this.items += items;
  }
}
