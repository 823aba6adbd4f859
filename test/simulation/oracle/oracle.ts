import { type Alert, alertSchema } from '../../../functions/alert/alert.ts';
import type { Scheduler } from '../../support/scheduler.ts';
import type { ApiWitness } from '../api/sim-api.ts';
import type { Item } from '../aws/expression.ts';
import { alertsTopic } from '../aws/topics.ts';
import type { SimChain } from '../chain/sim-chain.ts';
import type { Counts } from '../counts.ts';
import type { StoryRow, StorySettings } from '../story/story.ts';
import type { Worker } from '../worker.ts';
import { CallLimits } from './call-limits.ts';
import { ImitationJudge } from './imitations.ts';
import { Ledger } from './ledger.ts';
import { judgeSums } from './sums.ts';

const largestItem = 300_000;
/** Five minutes of age, and some polls. */
const quietAfter = 1_080_000;

/** Knows the chain's truth, sees every write, publish and call, and complains of what breaks a guarantee. */
export class Oracle implements ApiWitness {
  readonly complaints: string[] = [];
  readonly limits = new CallLimits();
  readonly ledgers = new Map<string, Ledger>();
  /** Rows of the last page that was read of each wallet. */
  private readonly lastPages = new Map<string, number>();
  private readonly imitations = new Map<string, ImitationJudge>();
  private readonly scheduler: Scheduler;
  private readonly chain: SimChain;
  private readonly counts: Counts;
  private readonly begun: number;

  constructor(scheduler: Scheduler, chain: SimChain, counts: Counts) {
    this.scheduler = scheduler;
    this.begun = scheduler.now;
    this.chain = chain;
    this.counts = counts;
  }

  watch(row: StoryRow, fromBlock: number | null): void {
    this.imitations.set(
      row.wallet,
      new ImitationJudge((complaint) => this.complain(`${complaint} [wallet ${row.wallet.slice(0, 6)}]`)),
    );
    this.ledgers.set(
      row.wallet,
      new Ledger(row, fromBlock, this.chain, (complaint) => this.complain(complaint)),
    );
  }

  complain(complaint: string): void {
    this.complaints.push(complaint);
  }

  called(time: number): void {
    this.limits.called(time);
    this.counts.add('seen: calls to the API');
  }

  answered(url: string, worker: Worker): void {
    if (!url.includes('cursor=')) return;
    if (worker.answered.has(url))
      this.complain(`a worker followed a cursor that it had followed before: ${url}`);
    worker.answered.add(url);
  }

  written(table: string, before: Item | undefined, after: Item | undefined, worker: Worker): void {
    if (after === undefined) return;
    if (table === 'State') this.judgeSize(after);
    if (table === 'History') this.kept(after, worker);
    const ledger = table === 'State' ? this.ledgers.get(String(after.wallet)) : undefined;
    if (ledger === undefined) return;
    const { wallet } = ledger.row;
    const kept = worker.kept.get(wallet) ?? new Set();
    worker.kept.delete(wallet);
    ledger.saved(before, after, {
      read: worker.reads.get(wallet),
      kept,
      now: this.scheduler.now,
      invocation: worker.invocation,
    });
    this.imitations.get(wallet)?.saved(before, after, ledger, this.scheduler.now);
  }

  took(topic: string, message: unknown, worker: Worker, answerLost: boolean): void {
    if (topic !== alertsTopic) {
      this.counts.add('seen: operations messages');
      return;
    }
    const alert = alertSchema.parse(message);
    const ledger = this.ledgers.get(alert.wallet.address);
    if (ledger === undefined) {
      this.complain(`an alert of ${alert.wallet.address}, which no row watches`);
      return;
    }
    this.counts.add(`alert: ${alert.type}`);
    if (ledger.took(alert)) this.counts.add('seen: repeats of an alert');
    else this.countTransfers(alert);
    worker.published.add(alert.id);
    if (answerLost || !worker.alive) ledger.mayRepeat.add(alert.id);
  }

  showed(wallet: string, rows: number): void {
    this.lastPages.set(wallet, rows);
  }

  showedWrongNumber(): void {
    this.counts.add('seen: rows with a wrong block number');
  }

  /** What this worker has published it may not have been able to take out of its outbox. */
  mayRepeat(worker: Worker): void {
    for (const ledger of this.ledgers.values()) {
      for (const id of worker.published) ledger.mayRepeat.add(id);
    }
  }

  judgeEnd(settings: StorySettings): void {
    const { quota, node } = settings;
    for (const ledger of this.ledgers.values()) {
      ledger.judgeEnd();
      if (node === undefined) this.judgeIdle(ledger, quota);
      this.imitations.get(ledger.row.wallet)?.judgeEnd(ledger);
      judgeSums(ledger, (complaint) => this.complain(complaint));
    }
    this.limits.judge(this.begun, settings, (complaint) => this.complain(complaint));
  }

  /** A burst costs no calls for ever: what was read again when it was old enough is not asked for any more. */
  private judgeIdle({ row }: Ledger, quota: StorySettings['quota']): void {
    const rows = this.lastPages.get(row.wallet) ?? 0;
    // Polled every few minutes, or stretched, a wallet may not have had its second look yet.
    if (quota !== null || row.attributes.every === '5m' || rows === 0) return;
    const newest = this.chain.ofWallet(row.wallet).flatMap(({ placements }) => placements);
    const isQuiet = newest.every(({ visibleFrom }) => visibleFrom < this.scheduler.now - quietAfter);
    if (isQuiet)
      this.complain(`an idle poll still reads ${rows} transfer(s) [wallet ${row.wallet.slice(0, 6)}]`);
  }

  /** DynamoDB takes 400 KB; what is beyond 300 would one day pass that. */
  private judgeSize(item: Item): void {
    const bytes = Buffer.byteLength(JSON.stringify(item));
    this.counts.max('largest: bytes of an item of the State table', bytes);
    if (bytes > largestItem) this.complain(`an item of the State table has ${bytes} bytes`);
  }

  private kept(item: Item, worker: Worker): void {
    const { alert, status } = item;
    const parsed = alertSchema.parse(alert);
    if (!('transfer' in parsed) || parsed.type === 'transfer.reverted') return;
    const { transactionHash, token, from, to, value } = parsed.transfer;
    const content = [transactionHash, token.address, from.address, to.address, value].join('|');
    const { address } = parsed.wallet;
    this.ledgers.get(address)?.history.set(parsed.id, { content, status: String(status) });
    worker.kept.set(address, (worker.kept.get(address) ?? new Set()).add(parsed.id));
  }

  private countTransfers(alert: Alert): void {
    if (alert.type === 'transfers.digest') this.counts.add('seen: transfers told', alert.digest.count);
    else if (alert.type !== 'wallet.watching') this.counts.add('seen: transfers told');
  }
}
