import type { Find, ShownBlocks } from '../../functions/activity/activity-items.ts';
import type { ActivityTable } from '../../functions/activity/activity-table.ts';
import { type ChainRecord, chainRecord, neverScanned } from '../../functions/activity/chain-record.ts';
import { emptyRoster, type Roster } from '../../functions/activity/roster.ts';
import { type Mark, owedAt } from '../../functions/activity/tail.ts';
import type { Address } from '../../functions/chain/address.ts';
import type { Chain } from '../../functions/chain/chains.ts';

/** The activity of one chain without DynamoDB, with its conditions. */
export class MemoryActivity implements ActivityTable {
  record: ChainRecord | null = null;
  roster: Roster = emptyRoster;
  readonly marks = new Map<Address, Mark>();
  readonly ordinary = new Map<Address, number>();
  readonly finds = new Map<Address, Find>();
  readonly shown: ShownBlocks[] = [];
  /** What was written, by the names of the methods. */
  writes: string[] = [];
  /** Items of marks and of what was shown that were written. */
  items = 0;
  /** Called before each write: a throw there is a crash. */
  atWrite: (method: string) => void = () => {};

  async load() {
    const finds = [...this.finds.values()];
    return {
      record: this.record ?? neverScanned,
      marks: new Map(this.marks),
      ordinary: new Map(this.ordinary),
      finds,
    };
  }

  async readRoster() {
    return this.roster;
  }

  async writeRoster(_chain: Chain, _before: Roster, after: Roster) {
    this.write('writeRoster');
    this.roster = after;
  }

  async putMarks(_chain: Chain, marks: readonly Mark[]) {
    if (marks.length > 0) this.write('putMarks');
    this.items += marks.length;
    for (const mark of marks) this.marks.set(mark.wallet, mark);
  }

  async removeMarks(_chain: Chain, marks: readonly Mark[]) {
    for (const { wallet, stamp } of marks) {
      this.write('removeMark');
      if (this.marks.get(wallet)?.stamp === stamp) this.marks.delete(wallet);
    }
  }

  async putShown(_chain: Chain, shown: readonly ShownBlocks[]) {
    if (shown.length > 0) this.write('putShown');
    this.items += shown.length;
    this.shown.push(...shown);
  }

  async readShown(_chain: Chain, wallet: Address) {
    const clearing = this.shown.filter((one) => one.wallet === wallet || one.wallet === null);
    return { wallet, spans: clearing.flatMap(({ spans }) => spans) };
  }

  async setOrdinary(_chain: Chain, wallet: Address, until: number) {
    this.write('setOrdinary');
    this.ordinary.set(wallet, until);
  }

  async endOrdinary(_chain: Chain, wallet: Address) {
    this.ordinary.delete(wallet);
  }

  async removeFind(_chain: Chain, { wallet }: Find) {
    this.finds.delete(wallet);
  }

  async save(_chain: Chain, record: ChainRecord) {
    this.write('save');
    if ((this.record?.saves ?? 0) !== record.saves) return false;
    this.record = chainRecord.parse({ ...structuredClone(record), saves: record.saves + 1 });
    return true;
  }

  async acknowledge(...[, { wallet, stamp, minute }, begins]: Parameters<ActivityTable['acknowledge']>) {
    this.write('acknowledge');
    const mark = this.marks.get(wallet);
    if (mark?.stamp !== stamp) return;
    this.marks.set(wallet, {
      ...mark,
      polledAt: minute,
      ...(begins ? { activeAt: minute, sureAt: minute } : {}),
    });
  }

  async owe(...[, { wallet, stamp, minute }]: Parameters<ActivityTable['owe']>) {
    this.write('owe');
    if (this.marks.has(wallet)) return false;
    const at = owedAt(minute);
    this.marks.set(wallet, {
      wallet,
      stamp,
      activeAt: at,
      sentAt: null,
      sureAt: at,
      polledAt: null,
      block: 0,
    });
    return true;
  }

  async putFind(_chain: Chain, find: Find) {
    this.write('putFind');
    this.finds.set(find.wallet, find);
  }

  private write(method: string): void {
    this.atWrite(method);
    this.writes.push(method);
  }
}
