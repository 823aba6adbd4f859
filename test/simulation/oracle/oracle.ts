import { type Alert, alertSchema } from '../../../functions/alert/alert.ts';
import type { Item } from '../aws/expression.ts';
import { alertsTopic } from '../aws/topics.ts';
import type { Ground } from '../ground.ts';
import { type StoryRow, watchName } from '../story/story.ts';
import type { Worker } from '../worker.ts';
import { CallLimits } from './call-limits.ts';
import { DeliveryJudge } from './deliveries.ts';
import { ImitationJudge } from './imitations.ts';
import { Ledger } from './ledger.ts';
import { OperationsJudge } from './operations.ts';
import { judgeSums } from './sums.ts';
import { isPolled } from './wanted.ts';

const largestItem = 300_000;
const largestCursor = 2_000;
/** Five minutes of age, and some polls. */
const quietAfter = 1_080_000;

/** Knows the chain's truth, sees every write, publish and call, and complains of each broken guarantee. */
export class Oracle {
  readonly complaints: string[] = [];
  readonly limits = new CallLimits();
  readonly ledgers = new Map<string, Ledger>();
  /** Number of rows on the last page that was read for each wallet. */
  private readonly lastPages = new Map<string, number>();
  private readonly imitations = new Map<string, ImitationJudge>();
  readonly deliveries: DeliveryJudge;
  private readonly operations: OperationsJudge;
  private readonly world: Ground;
  private readonly begun: number;

  constructor(world: Ground) {
    this.world = world;
    this.begun = world.scheduler.now;
    this.deliveries = new DeliveryJudge(world, (complaint) => this.complain(complaint));
    this.operations = new OperationsJudge(world, this);
  }

  watch(row: StoryRow, fromBlock: number | null): void {
    for (const beside of this.world.story.settings.node === 'beside the API' ? ['', nodeSuffix] : ['']) {
      const complain = (complaint: string) =>
        this.complain(`${complaint} [${row.wallet.slice(0, 6)} on ${row.chain}${beside}]`);
      const ledger = new Ledger(row, fromBlock, this.world, complain, beside !== '');
      const watch = watchName(row.wallet, `${ledger.chain.profile.id}${beside}`);
      this.imitations.set(watch, new ImitationJudge(ledger, complain));
      this.ledgers.set(watch, ledger);
    }
  }

  /** Whether a row watches this wallet on this chain. */
  isWatched(wallet: string | null, chain: string | null): boolean {
    return this.ledgers
      .values()
      .some((one) => one.row.wallet === wallet && one.row.chain === chain && one.isWatched());
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

  /** An error in the oracle would surface in the functions' call, and they might tolerate it. */
  private judging(judge: () => void): void {
    try {
      judge();
    } catch (error) {
      this.complain(`the oracle can't judge it: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  written(table: string, before: Item | undefined, after: Item | undefined, worker: Worker): void {
    this.judging(() => this.judgeWrite(table, before, after, worker));
  }

  private judgeWrite(table: string, before: Item | undefined, after: Item | undefined, worker: Worker): void {
    if (table === 'History') this.rowWritten(before, after);
    if (table !== 'State' || after === undefined) return;
    if (isStub(after)) this.complain(`a deleted item came back: ${JSON.stringify(after)}`);
    if (String(after.wallet).startsWith('#activity')) this.noteState(after);
    const [chain, beside] = splitKey(String(after.chain));
    const watch = watchName(String(after.wallet), chain);
    const ledger = this.ledgers.get(watch);
    this.judgeSize(after, ledger === undefined || beside !== undefined ? largestItem : largestCursor);
    if (ledger === undefined || isExpiry(before, after)) return;
    const { now } = this.world.scheduler;
    if (beside !== undefined) {
      const alerts = ledger.alertsOf(Number(after.version));
      this.imitations.get(watch)?.saved(before, after, alerts, now);
      return;
    }
    const reads = worker.reads.get(watch) ?? [];
    ledger.saved(before, after, { reads, now, invocation: worker.invocation });
  }

  /** Records what a look has found about a wallet. */
  private noteState({ wallet, chain, contract }: Item): void {
    const [name, of = ''] = String(chain).split(' ');
    const [on] = splitKey(String(wallet).split(' ')[1] ?? '');
    if (name === 'states')
      this.ledgers.get(watchName(of, on))?.events.looked(contract, this.world.scheduler.now);
  }

  /** Rows of History; a read's held transfers, and copies of reverted ones, are in partitions of their own. */
  private rowWritten(before: Item | undefined, after: Item | undefined): void {
    const [wallet = ''] = String((after ?? before)?.watch).split('#', 1);
    const [chain, apart] = splitKey(String((after ?? before)?.watch).slice(wallet.length + 1));
    if (apart === undefined) this.ledgers.get(watchName(wallet, chain))?.rowWritten(before, after);
  }

  took(topic: string, message: unknown, worker: Worker, answerLost: boolean): void {
    this.judging(() => {
      if (topic === alertsTopic) return this.judgeAlert(alertSchema.parse(message), worker, answerLost);
      this.world.counts.add('seen: operations messages');
      this.operations.took(message);
    });
  }

  private judgeAlert(alert: Alert, worker: Worker, answerLost: boolean): void {
    if (alert.type === 'summary') {
      this.complain('a summary, which the settings leave out');
      return;
    }
    const watch = watchName(alert.wallet.address, alert.wallet.chainId);
    const ofNode = this.ledgers.get(`${watch}${nodeSuffix}`);
    const ledger = ofNode?.has(alert.id) ? ofNode : this.ledgers.get(watch);
    if (ledger === undefined) {
      this.complain(`an alert of ${alert.wallet.address}, which no row watches`);
      return;
    }
    this.world.counts.add(`alert: ${alert.type}`);
    if (ledger.took(alert)) this.world.counts.add('seen: repeats of an alert');
    else if (alert.type === 'transfers.digest')
      this.world.counts.add('seen: transfers told', alert.digest.count);
    else if ('transfer' in alert) this.world.counts.add('seen: transfers told');
    worker.published.add(alert.id);
    if (answerLost || !worker.alive) ledger.mayRepeat.add(alert.id);
  }

  showed(watch: string, rows: number): void {
    this.lastPages.set(watch, rows);
  }

  /** This worker may not have been able to record what it published. */
  mayRepeat(worker: Worker): void {
    for (const ledger of this.ledgers.values()) {
      for (const id of worker.published) ledger.mayRepeat.add(id);
    }
  }

  judgeEnd(): void {
    const { settings } = this.world.story;
    const { quota, node } = settings;
    for (const [watch, ledger] of this.ledgers) {
      ledger.judgeEnd();
      if (node === undefined && quota === null) this.judgeIdle(watch, ledger);
      if (ledger.isWatched()) this.imitations.get(watch)?.judgeEnd();
      // A transfer of an old source may be told again, with the same id or after a digest.
      if (settings.deployed === undefined) judgeSums(ledger, (complaint) => this.complain(complaint));
    }
    // If no wallet is watched, no poll finds out that the API answers again.
    if (this.ledgers.values().some((ledger) => ledger.isWatched())) this.operations.judgeEnd();
    this.deliveries.judgeEnd();
    this.limits.judge(this.begun, settings, (complaint) => this.complain(complaint));
  }

  /** A burst does not cost calls for ever: blocks that were read again when old enough are not requested any more. */
  private judgeIdle(watch: string, ledger: Ledger): void {
    const rows = this.lastPages.get(watch) ?? 0;
    const { now } = this.world.scheduler;
    const quietSince = now - quietAfter;
    const versions = ledger.versionsSince(quietSince);
    // A wallet that is polled every few minutes, or was paused for a while, may not have had its second look yet.
    const isSteady = versions.every((version) => isPolled(version) && version.attributes?.every !== '5m');
    if (rows === 0 || !isSteady) return;
    if (ledger.placements().every(({ visibleFrom }) => visibleFrom < quietSince))
      this.complain(`an idle poll still reads ${rows} transfer(s) [${watch}]`);
  }

  /** DynamoDB takes 400 KB; an item above 300 might one day exceed that. A cursor always stays small. */
  private judgeSize(item: Item, most: number): void {
    const bytes = Buffer.byteLength(JSON.stringify(item));
    const name = most === largestCursor ? 'a cursor' : 'another item of the State table';
    this.world.counts.max(`largest: bytes of ${name}`, bytes);
    if (bytes > most) this.complain(`${name} has ${bytes} bytes`);
  }
}

/** Ends the key of a row's nodeWatch. */
const nodeSuffix = '#node';

/** The chain of a key, of the API's or the node's watch, and what else the key holds. */
function splitKey(key: string): readonly [chain: string, beside: string | undefined] {
  const [chain = '', ...rest] = key.split('#');
  const isOfNode = `#${rest[0]}` === nodeSuffix;
  return isOfNode ? [`${chain}${nodeSuffix}`, rest[1]] : [chain, rest[0]];
}

/** The dispatch function lets the items of deleted rows expire, and their incidents end. */
function isExpiry(before: Item | undefined, after: Item): boolean {
  const rest = (item: Item | undefined) =>
    JSON.stringify({ ...item, expiresAt: undefined, failing: null, behind: null });
  return before !== undefined && rest(before) === rest(after);
}

/** An update of a deleted item creates a new one that has only the updated attributes. */
function isStub({ wallet, chain, ...rest }: Item): boolean {
  if (wallet === '#incidents') return rest.since === undefined;
  if (String(wallet).startsWith('#activity'))
    return String(chain).startsWith('marks ') && rest.stamp === undefined;
  return String(wallet).startsWith('0x') && rest.version === undefined;
}
