import { beforeEach, describe, expect, it } from 'vitest';
import type { SummaryAlert } from '../../../functions/alert/alert.ts';
import type { SummaryDependencies } from '../../../functions/dispatch-polls/summary/send-summary.ts';
import type { OpenIncident } from '../../../functions/incidents/incident.ts';
import type { LateWallet } from '../../../functions/state/counts/late-alerts.ts';
import { expectValidAlert } from '../../support/alert-schema.ts';
import { exchange, treasury } from '../../support/alerts.ts';
import { DispatchWorld } from '../../support/dispatch-world.ts';

/** A stack whose State table has what a test puts there, and that has been running since the year began. */
class SummaryWorld extends DispatchWorld {
  readonly items = new Map<string, Record<string, unknown>>();
  readonly published: SummaryAlert[] = [];
  isAway = false;
  late: LateWallet[] = [];
  /** The days of the last query for late alerts. */
  lateOn: readonly string[] = [];
  private last: string | null = null;

  put(wallet: string, chain: string, item: Record<string, unknown>): void {
    this.items.set(`${wallet}#${chain}`, item);
  }

  async tickAt(
    time: string,
    over: Partial<SummaryDependencies> = {},
    open: OpenIncident[] = [],
  ): Promise<void> {
    this.now = Date.parse(time) - 60_000;
    const { incidents } = this.dependencies();
    await this.tick({
      incidents: { ...incidents, list: async () => open, end: async () => {} },
      summary: {
        every: 'weekly',
        stackName: 'Chainbell',
        callsPerDay: null,
        readItems: async (keys) =>
          new Map(
            keys.flatMap(({ wallet, chain }) => {
              const item = this.items.get(`${wallet}#${chain}`);
              return item === undefined ? [] : [[`${wallet}#${chain}`, item] as const];
            }),
          ),
        lateWallets: async (...days) => {
          this.lateOn = days;
          return this.late;
        },
        lastSent: async () => this.last,
        remember: async (id) => {
          this.last = id;
        },
        publish: async (alert) => {
          if (this.isAway) throw new Error('SNS is away');
          expectValidAlert(JSON.stringify(alert));
          this.published.push(alert);
        },
        clock: { now: () => this.now },
        ...over,
      },
    });
  }
}

let world: SummaryWorld;
beforeEach(async () => {
  world = new SummaryWorld();
  world.rows = [treasury, exchange].map((wallet) => ({ wallet, chain: 'eth' }));
  await world.tickAt('2026-01-01T12:00Z');
});

describe('the summary', () => {
  it('comes each Monday, also when nothing happened, and not with a new stack', async () => {
    expect(world.published).toEqual([]);
    await world.tickAt('2026-01-04T00:00Z');
    expect(world.published).toEqual([]);
    for (const time of ['2026-01-05T00:00Z', '2026-01-05T00:00Z', '2026-01-05T00:01Z', '2026-01-09T03:00Z'])
      await world.tickAt(time);
    expect(world.published.map(({ summary }) => summary)).toEqual([
      {
        period: 'week',
        from: '2025-12-29T00:00:00.000Z',
        to: '2026-01-05T00:00:00.000Z',
        wallets: 2,
        alerts: {},
        hidden: 0,
        latency: null,
        month: null,
        late: [],
        othersLate: 0,
        calls: null,
        problems: [],
        others: 0,
      },
    ]);
    // The tick of midnight did not come.
    await world.tickAt('2026-01-12T07:30Z');
    expect(world.published.at(-1)?.summary.to).toBe('2026-01-12T00:00:00.000Z');
    expect(new Set(world.published.map(({ id }) => id)).size).toBe(2);
  });

  it('is not published again by a tick with the time of an earlier week', async () => {
    const atOnce = { now: () => Date.parse('2026-01-12T00:00Z') };
    await world.tickAt('2026-01-05T00:00Z', { clock: atOnce });
    expect(world.published).toEqual([]);
    const clock = { now: () => Date.parse('2026-01-13T09:00Z') };
    for (const time of ['2026-01-12T00:00Z', '2026-01-05T00:00Z', '2026-01-13T09:01Z'])
      await world.tickAt(time, { clock });
    expect(world.published.map(({ summary }) => summary.to)).toEqual(['2026-01-12T00:00:00.000Z']);
  });

  it('adds up the days, and says how long the median and the slowest alert took', async () => {
    world.put('#tally', '2026-01-04', { 'alert transfer.sent': '9' });
    world.put('#tally', '2026-01-05', {
      'alert transfer.sent': '2',
      hidden: '5',
      'seconds 40': '3',
      'seconds 7': '1',
    });
    world.put('#tally', '2026-01-11', { 'alert transfer.sent': '1', 'seconds 1200': '1' });
    world.put('#tally', '2026-01-12', { hidden: '80' });
    world.put('#calls', '2026-01-06', { used: '800' });
    world.put('#calls', '2026-01-07', { used: '1000' });
    await world.tickAt('2026-01-12T00:00Z', { callsPerDay: 1_000 });
    expect(world.published[0]?.summary).toMatchObject({
      alerts: { 'transfer.sent': 3 },
      hidden: 5,
      latency: { usual: 40, slowest: 1_200 },
      calls: { made: 1_800, plan: 7_000 },
    });
  });

  it('says how long the alerts of 30 days took, and which wallets had late ones, by their labels', async () => {
    world.rows = [{ wallet: treasury, chain: 'eth', label: 'Treasury' }];
    world.put('#tally', '2025-12-12', { 'seconds 9000': '100' });
    world.put('#tally', '2025-12-13', { 'seconds 30': '94' });
    world.put('#tally', '2026-01-11', { 'seconds 90': '5', 'seconds 1200': '1' });
    const gone = (n: number): LateWallet => ({
      ...{ wallet: exchange.replace(/.$/, String(n)), chain: '0x38', alerts: 1, reason: 'API' },
    });
    world.late = [{ wallet: treasury, chain: '0x1', alerts: 7, reason: 'plan' }, ...[1, 2, 3, 4].map(gone)];
    await world.tickAt('2026-01-12T00:00Z');
    expect(world.published[0]?.summary).toMatchObject({
      latency: { usual: 90, slowest: 1_200 },
      month: { p50: 30, p95: 90, p99: 90 },
      late: [
        { wallet: treasury, chain: 'eth', label: 'Treasury', alerts: 7, reason: 'plan' },
        { ...gone(1), chain: 'bsc', label: null },
        { ...gone(2), chain: 'bsc', label: null },
      ],
      othersLate: 2,
    });
    expect(world.lateOn).toEqual(['2026-01-05', '2026-01-11']);
  });

  it('covers the day before if it is daily', async () => {
    world.put('#tally', '2026-01-01', { hidden: '5' });
    await world.tickAt('2026-01-02T00:00Z', { every: 'daily' });
    expect(world.published[0]?.summary).toMatchObject({ period: 'day', hidden: 5 });
  });

  it('has the oldest open problems: those on record, and those of single wallets', async () => {
    const of = (n: number, published = true): OpenIncident => ({
      ...{
        key: `${n}`,
        type: 'row.attribute',
        wallet: treasury,
        chain: 'eth',
        reason: `row ${n}`,
        whatToDo: '',
      },
      ...{ since: Date.parse(`2026-01-0${n}T00:00Z`), claimedAt: 1, published },
    });
    const since = '2026-01-03T12:00:00.000Z';
    const failing = { since: Date.parse(since), reason: 'It times out.', published: true };
    world.put(exchange, '0x1', { failing, behind: { ...failing, published: false } });
    await world.tickAt('2026-01-12T00:00Z', {}, [of(8), of(2), of(3), of(4), of(5), of(6), of(1, false)]);
    const { problems = [], others } = world.published[0]?.summary ?? {};
    expect(problems.map(({ reason }) => reason)).toEqual([
      'row 2',
      'row 3',
      'It times out.',
      'row 4',
      'row 5',
    ]);
    expect(problems[2]).toMatchObject({ type: 'wallet.failing', wallet: exchange, since });
    expect(others).toBe(2);
  });

  it('comes with a later tick if SNS did not take it', async () => {
    world.isAway = true;
    await world.tickAt('2026-01-12T00:00Z');
    world.isAway = false;
    await world.tickAt('2026-01-12T00:05Z');
    expect(world.published).toHaveLength(1);
    expect(world.errors.join()).toContain('SNS is away');
  });
});
