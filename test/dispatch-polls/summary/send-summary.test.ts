import { beforeEach, describe, expect, it } from 'vitest';
import type { SummaryAlert } from '../../../functions/alert/alert.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import type { DispatchDependencies } from '../../../functions/dispatch-polls/dependencies.ts';
import type { OpenIncident } from '../../../functions/incidents/incident.ts';
import { createReadItems } from '../../../functions/state/state-items.ts';
import { expectValidAlert } from '../../support/alert-schema.ts';
import { exchange, treasury } from '../../support/alerts.ts';
import { DispatchWorld, nodeOf, opening } from '../../support/worlds/dispatch-world.ts';

/** A stack that has run since the year began; a test fills its State table. */
class SummaryWorld extends DispatchWorld {
  readonly published: SummaryAlert[] = [];
  every: 'daily' | 'weekly' = 'weekly';
  isRefused = false;
  open: OpenIncident[] = [];

  put(wallet: string, chain: string, item: Record<string, unknown>): Promise<boolean> {
    return this.state.opened.put({ wallet, chain, ...item });
  }

  async tickAt(time: string, over: Partial<DispatchDependencies> = {}): Promise<void> {
    this.now = Date.parse(time) - 60_000;
    const { incidents } = this.dependencies();
    const table = this.state.opened;
    const publish = async (alert: SummaryAlert) => {
      if (this.isRefused) throw new Error('SNS is away');
      expectValidAlert(JSON.stringify(alert));
      this.published.push(alert);
    };
    const readItems = createReadItems(table, { sleep: async () => {} });
    await this.tick({
      incidents: { ...incidents, list: async () => this.open, end: async () => {} },
      summary: { every: this.every, stackName: 'Chainbell', table, readItems, publish },
      ...over,
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
  it("comes each Monday, even when nothing happened, but not at a new stack's start", async () => {
    await world.tickAt('2026-01-04T00:00Z');
    expect(world.published).toEqual([]);
    // A wallet that the API and a node watch counts once.
    world.rows = [treasury, exchange].map((wallet) => ({ wallet, chain: 'eth', watch: 'erc20, native' }));
    const activity = opening(nodeOf({ chain: { ...findChain('eth'), besideApi: true } }));
    for (const time of ['2026-01-05T00:00Z', '2026-01-05T00:00Z', '2026-01-05T00:01Z', '2026-01-09T03:00Z'])
      await world.tickAt(time, { activity });
    expect(world.published.map(({ summary }) => summary)).toEqual([
      {
        ...{ period: 'week', from: '2025-12-29T00:00:00.000Z', to: '2026-01-05T00:00:00.000Z' },
        ...{ wallets: 2, alerts: {}, hidden: 0, latency: null, month: null },
        ...{ calls: null, problems: [], others: 0 },
      },
    ]);
    // There was no tick at midnight.
    await world.tickAt('2026-01-12T07:30Z');
    expect(world.published.at(-1)?.summary.to).toBe('2026-01-12T00:00:00.000Z');
    expect(new Set(world.published.map(({ id }) => id)).size).toBe(2);
  });

  it('that SNS refused is published by a later tick', async () => {
    world.isRefused = true;
    await world.tickAt('2026-01-05T00:00Z');
    world.isRefused = false;
    for (const time of ['2026-01-05T00:01Z', '2026-01-05T00:06Z']) await world.tickAt(time);
    expect(world.published.map(({ summary }) => summary.to)).toEqual(['2026-01-05T00:00:00.000Z']);
  });

  it('is not published again by a tick with the time of an earlier week', async () => {
    const clockAt = (time: string) => ({ clock: { now: () => Date.parse(time) } });
    await world.tickAt('2026-01-05T00:00Z', clockAt('2026-01-12T00:00Z'));
    expect(world.published).toEqual([]);
    for (const time of ['2026-01-12T00:00Z', '2026-01-05T00:00Z', '2026-01-13T09:01Z'])
      await world.tickAt(time, clockAt('2026-01-13T09:00Z'));
    expect(world.published.map(({ summary }) => summary.to)).toEqual(['2026-01-12T00:00:00.000Z']);
  });

  it('adds up the days, and says how long the median and the slowest alert took', async () => {
    await world.put('#tally', '2026-01-04', { 'alert transfer.sent': '9' });
    const first = { 'alert transfer.sent': '2', hidden: '5', 'seconds 40': '3', 'seconds 7': '1' };
    await world.put('#tally', '2026-01-05', first);
    await world.put('#tally', '2026-01-11', { 'alert transfer.sent': '1', 'seconds 1200': '1' });
    await world.put('#tally', '2026-01-12', { hidden: '80' });
    await world.put('#calls', '2026-01-06', { used: '800' });
    await world.put('#calls', '2026-01-07', { used: '1000' });
    await world.tickAt('2026-01-12T00:00Z', { callsPerDay: 1_000 });
    expect(world.published[0]?.summary).toMatchObject({
      alerts: { 'transfer.sent': 3 },
      hidden: 5,
      latency: { usual: 40, slowest: 1_200 },
      calls: { made: 1_800, plan: 7_000 },
    });
  });

  it('says how long the alerts of 30 days took', async () => {
    await world.put('#tally', '2025-12-12', { 'seconds 9000': '100' });
    await world.put('#tally', '2025-12-13', { 'seconds 30': '94' });
    await world.put('#tally', '2026-01-11', { 'seconds 90': '5', 'seconds 1200': '1' });
    await world.tickAt('2026-01-12T00:00Z');
    expect(world.published[0]?.summary).toMatchObject({
      latency: { usual: 90, slowest: 1_200 },
      month: { p50: 30, p95: 90, p99: 90 },
    });
  });

  it('covers the day before if it is daily', async () => {
    world.every = 'daily';
    await world.put('#tally', '2026-01-01', { hidden: '5' });
    await world.tickAt('2026-01-02T00:00Z');
    expect(world.published[0]?.summary).toMatchObject({ period: 'day', hidden: 5 });
  });

  it('has the oldest open problems, of the stack and of single wallets', async () => {
    const of = (n: number, published = true): OpenIncident => ({
      ...{ key: `${n}`, type: 'row.attribute', wallet: treasury, chain: 'eth', whatToDo: '' },
      ...{ reason: `row ${n}`, since: Date.parse(`2026-01-0${n}T00:00Z`), claimedAt: 1, published },
    });
    const since = '2026-01-03T12:00:00.000Z';
    const failing = { since: Date.parse(since), reason: 'It times out.', published: true };
    await world.put(exchange, '0x1', { failing, behind: { ...failing, published: false } });
    world.open = [of(8), of(2), of(3), of(4), of(5), of(6), of(1, false)];
    await world.tickAt('2026-01-12T00:00Z');
    const { problems = [], others } = world.published[0]?.summary ?? {};
    const reasons = ['row 2', 'row 3', 'It times out.', 'row 4', 'row 5'];
    expect(problems.map(({ reason }) => reason)).toEqual(reasons);
    expect(problems[2]).toMatchObject({ type: 'wallet.failing', wallet: exchange, since });
    expect(others).toBe(2);
  });

  it('names the destination that has a problem once', async () => {
    const since = Date.parse('2026-01-02T00:00Z');
    const of = {
      key: 'd',
      type: 'destination.failing',
      wallet: null,
      chain: null,
      destination: 'team',
    } as const;
    const told = { whatToDo: '', reason: 'It answered 404.', since, claimedAt: 1, published: true };
    world.open = [{ ...of, ...told }];
    await world.tickAt('2026-01-12T00:00Z');
    expect(world.published[0]?.summary.problems).toMatchObject([{ reason: 'team: It answered 404.' }]);
  });

  it('has no contradiction of the API among its problems, because nothing ends it', async () => {
    const of = { key: 't', type: 'token.contradicted', wallet: null, chain: 'eth' } as const;
    world.open = [{ ...of, whatToDo: '', reason: 'USDC', since: 1, claimedAt: 1, published: true }];
    await world.tickAt('2026-01-12T00:00Z');
    expect(world.published[0]?.summary).toMatchObject({ problems: [], others: 0 });
  });
});
