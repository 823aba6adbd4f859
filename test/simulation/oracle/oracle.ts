import { type Alert, alertSchema } from '../../../functions/alert/alert.ts';
import type { ApiWitness } from '../api/sim-api.ts';
import type { Item } from '../aws/expression.ts';
import { alertsTopic, type Forms } from '../aws/topics.ts';
import { type StoryRow, type StorySettings, watchName } from '../story/story.ts';
import type { Worker } from '../worker.ts';
import { CallLimits } from './call-limits.ts';
import { ImitationJudge } from './imitations.ts';
import { Ledger } from './ledger.ts';
import { OperationsJudge } from './operations.ts';
import type { OracleWorld } from './oracle-world.ts';
import { judgeSums } from './sums.ts';
import { judgeTexts } from './texts.ts';
import { isPolled } from './wanted.ts';

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
  private readonly operations: OperationsJudge;
  private readonly world: OracleWorld;
  private readonly settings: StorySettings;
  private readonly begun: number;

  constructor(world: OracleWorld, settings: StorySettings) {
    this.world = world;
    this.settings = settings;
    this.begun = world.scheduler.now;
    this.operations = new OperationsJudge(
      {
        settings,
        troubles: world.troubles,
        now: () => world.scheduler.now,
        duplicateAt: (...typed) => world.watchlist.duplicateAt(...typed),
        unreadableAt: (...typed) => world.watchlist.unreadableAt(...typed),
        failingSince: (name, began) =>
          world.deliveries?.judge.failingSince(name, began) ?? Number.NEGATIVE_INFINITY,
      },
      (complaint) => this.complain(complaint),
    );
  }

  watch(row: StoryRow, fromBlock: number | null): void {
    const { chainOf, watchlist, scheduler } = this.world;
    const chain = chainOf(row);
    const complain = (complaint: string) =>
      this.complain(`${complaint} [${row.wallet.slice(0, 6)} on ${row.chain}]`);
    const watch = watchName(row.wallet, chain.profile.id);
    this.imitations.set(watch, new ImitationJudge(complain));
    const versions = () => watchlist.versionsOf(row);
    const now = () => scheduler.now;
    this.ledgers.set(watch, new Ledger({ row, fromBlock, chain, versions, now, complain }));
  }

  /** A wallet that nobody watches, or that is paused, costs no calls. */
  asked(watch: string): void {
    const ledger = this.ledgers.get(watch);
    const { now } = this.world.scheduler;
    if (!ledger?.versionsSince(now).some(isPolled))
      this.complain(`${watch} is polled, though its row is paused or gone`);
  }

  complain(complaint: string): void {
    this.complaints.push(complaint);
  }

  called(time: number): void {
    this.limits.called(time);
    this.world.counts.add('seen: calls to the API');
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
    if (table === 'State' && isStub(after))
      this.complain(`a deleted item came back: ${JSON.stringify(after)}`);
    if (table === 'History') this.kept(after, worker);
    const watch = watchName(String(after.wallet), String(after.chain));
    const ledger = table === 'State' ? this.ledgers.get(watch) : undefined;
    // The dispatch function lets the states of deleted rows expire.
    if (ledger === undefined || (before !== undefined && before.version === after.version)) return;
    const kept = worker.kept.get(watch) ?? new Set();
    worker.kept.delete(watch);
    const { now } = this.world.scheduler;
    ledger.saved(before, after, { read: worker.reads.get(watch), kept, now, invocation: worker.invocation });
    this.imitations.get(watch)?.saved(before, after, ledger, now);
  }

  took(topic: string, message: unknown, worker: Worker, answerLost: boolean, forms: Forms): void {
    if (topic !== alertsTopic) {
      this.world.counts.add('seen: operations messages');
      this.operations.took(message);
      return;
    }
    const alert = alertSchema.parse(message);
    judgeTexts(alert, forms, (complaint) => this.complain(complaint));
    const ledger = this.ledgers.get(watchName(alert.wallet.address, alert.wallet.chainId));
    if (ledger === undefined) {
      this.complain(`an alert of ${alert.wallet.address}, which no row watches`);
      return;
    }
    this.world.counts.add(`alert: ${alert.type}`);
    if (ledger.took(alert)) this.world.counts.add('seen: repeats of an alert');
    else this.countTransfers(alert);
    worker.published.add(alert.id);
    if (answerLost || !worker.alive) ledger.mayRepeat.add(alert.id);
  }

  showed(watch: string, rows: number): void {
    this.lastPages.set(watch, rows);
  }

  showedWrongNumber(): void {
    this.world.counts.add('seen: rows with a wrong block number');
  }

  /** What this worker has published it may not have been able to take out of its outbox. */
  mayRepeat(worker: Worker): void {
    for (const ledger of this.ledgers.values()) {
      for (const id of worker.published) ledger.mayRepeat.add(id);
    }
  }

  judgeEnd(): void {
    const { quota, node } = this.settings;
    for (const [watch, ledger] of this.ledgers) {
      ledger.judgeEnd();
      if (node === undefined && quota === null) this.judgeIdle(watch, ledger);
      if (ledger.isWatched()) this.imitations.get(watch)?.judgeEnd(ledger);
      judgeSums(ledger, (complaint) => this.complain(complaint));
    }
    // Where nobody is watched, nobody finds that the API answers again.
    if (this.ledgers.values().some((ledger) => ledger.isWatched())) this.operations.judgeEnd();
    this.world.deliveries?.judge.judgeEnd();
    this.limits.judge(this.begun, this.settings, (complaint) => this.complain(complaint));
  }

  /** A burst costs no calls for ever: what was read again when it was old enough is not asked for any more. */
  private judgeIdle(watch: string, ledger: Ledger): void {
    const rows = this.lastPages.get(watch) ?? 0;
    const { now } = this.world.scheduler;
    const quietSince = now - quietAfter;
    const versions = ledger.versionsSince(quietSince);
    // Polled every few minutes, or not at all for a while, a wallet may not have had its second look yet.
    const isSteady = versions.every((version) => isPolled(version) && version.attributes?.every !== '5m');
    if (rows === 0 || !isSteady) return;
    if (ledger.placements().every(({ visibleFrom }) => visibleFrom < quietSince))
      this.complain(`an idle poll still reads ${rows} transfer(s) [${watch}]`);
  }

  /** DynamoDB takes 400 KB; what is beyond 300 would one day pass that. */
  private judgeSize(item: Item): void {
    const bytes = Buffer.byteLength(JSON.stringify(item));
    this.world.counts.max('largest: bytes of an item of the State table', bytes);
    if (bytes > largestItem) this.complain(`an item of the State table has ${bytes} bytes`);
  }

  private kept(item: Item, worker: Worker): void {
    const { alert, status } = item;
    const parsed = alertSchema.parse(alert);
    if (!('transfer' in parsed) || parsed.type === 'transfer.reverted') return;
    const { transactionHash, token, from, to, value } = parsed.transfer;
    const content = [transactionHash, token.address, from.address, to.address, value].join('|');
    const watch = watchName(parsed.wallet.address, parsed.wallet.chainId);
    this.ledgers.get(watch)?.history.set(parsed.id, { content, status: String(status) });
    worker.kept.set(watch, (worker.kept.get(watch) ?? new Set()).add(parsed.id));
  }

  private countTransfers(alert: Alert): void {
    if (alert.type === 'transfers.digest') this.world.counts.add('seen: transfers told', alert.digest.count);
    else if (alert.type !== 'wallet.watching') this.world.counts.add('seen: transfers told');
  }
}

/** An update of an item that is gone makes another one, of nothing but what it sets. */
function isStub({ wallet, chain, ...rest }: Item): boolean {
  if (wallet === '#problems') return rest.since === undefined;
  if (String(wallet).startsWith('#activity'))
    return String(chain).startsWith('hot ') && rest.stamp === undefined;
  return String(wallet).startsWith('0x') && rest.version === undefined;
}
