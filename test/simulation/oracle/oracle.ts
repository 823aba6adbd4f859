import { type Alert, alertSchema } from '../../../functions/alert/alert.ts';
import type { ApiWitness } from '../api/sim-api.ts';
import type { Item } from '../aws/expression.ts';
import { alertsTopic } from '../aws/topics.ts';
import type { SimChain } from '../chain/sim-chain.ts';
import type { Counts } from '../counts.ts';
import type { Scheduler } from '../scheduler.ts';
import type { StoryRow, StorySettings } from '../story/story.ts';
import type { Worker } from '../worker.ts';
import { CallLimits } from './call-limits.ts';
import { Ledger } from './ledger.ts';
import { judgeSums } from './sums.ts';

/** Knows the chain's truth, sees every write, publish and call, and complains of what breaks a guarantee. */
export class Oracle implements ApiWitness {
  readonly complaints: string[] = [];
  readonly limits = new CallLimits();
  readonly ledgers = new Map<string, Ledger>();
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
    if (table === 'History') this.kept(after, worker);
    const ledger = table === 'State' ? this.ledgers.get(String(after.wallet)) : undefined;
    if (ledger === undefined) return;
    const { wallet } = ledger.row;
    const kept = worker.kept.get(wallet) ?? new Set();
    worker.kept.delete(wallet);
    ledger.saved(before, after, { read: worker.reads.get(wallet), kept, now: this.scheduler.now });
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

  /** What this worker has published it may not have been able to take out of its outbox. */
  mayRepeat(worker: Worker): void {
    for (const ledger of this.ledgers.values()) {
      for (const id of worker.published) ledger.mayRepeat.add(id);
    }
  }

  judgeEnd({ callsPerSecond, budget }: StorySettings): void {
    for (const ledger of this.ledgers.values()) {
      ledger.judgeEnd();
      judgeSums(ledger, (complaint) => this.complain(complaint));
    }
    this.limits.judge(this.begun, callsPerSecond, budget, (complaint) => this.complain(complaint));
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
