import { beforeEach, describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { type Incident, incidentKey, type OpenIncident } from '../../functions/incidents/incident.ts';
import { pollWallets } from '../../functions/poll-wallets/poll-wallets.ts';
import type { PollMessage } from '../../functions/queue/poll-message.ts';
import { type DailyQuota, unlimitedQuota } from '../../functions/rate/daily-quota.ts';
import { createTickLimiter, type TickLimiter, withHeadStart } from '../../functions/rate/tick-limiter.ts';
import type { CallLimits, PageRequest } from '../../functions/transfer/source.ts';
import {
  BadRequest,
  KeyMissing,
  PlanExhausted,
  UpstreamUnavailable,
} from '../../functions/transfer/source-errors.ts';
import { watchKey } from '../../functions/wallet/watch.ts';
import { party, watchOf } from '../support/alerts.ts';
import { limiterAt } from '../support/fakes/limiter-in-memory.ts';
import { pageSource } from '../support/fakes/page-source.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { linesOf } from '../support/worlds/log-lines.ts';
import { blockAt, PollWorld } from '../support/worlds/poll-world.ts';
import { digestsOf, times, typesOf } from './story.ts';

const walletNumber = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);

/** A worker with many wallets; `answer` decides the API's answer to each call. */
class Worker {
  readonly world = new PollWorld();
  readonly begun: Incident[] = [];
  readonly lines = linesOf(this.world);
  reads = 0;
  calls = 0;
  /** Number of batches that ended without an error. */
  end = async (_incidents: readonly OpenIncident[]) => {};
  answer: (call: number, query: PageRequest, limits: CallLimits) => void = () => {};
  open = async (): Promise<void> => {};
  quota: DailyQuota = unlimitedQuota;
  /** The chain that the API shows for a wallet. */
  chainOf = (_wallet: string): PollWorld['chain'] => this.world.chain;

  /** @param late milliseconds by which the message is late */
  async poll(
    wallets: number,
    { late = -60_000, ...rest }: Partial<PollMessage> & { late?: number } = {},
  ): Promise<void> {
    const { world } = this;
    const clock = { now: () => world.now, sleep: async (ms: number) => world.advance(ms) };
    const paced = createTickLimiter(limiterAt(1_000, clock), this.quota, clock);
    // The first call always returns before the batch's two seconds are over.
    const limiter = withHeadStart(paced, virtualClock());
    const pages = pageSource((query, limits) => this.pages(limiter, query, limits), clock);
    const readItems: typeof world.states.readItems = (keys) => {
      this.reads += 1;
      return world.states.readItems(keys);
    };
    const deps = {
      ...{ ...world.deps, clock, limiter },
      source: { ...pages, open: () => this.open() },
      states: { ...world.deps.states, readItems },
      incidents: {
        ...world.deps.incidents,
        begin: async (incidents: readonly Incident[]) => void this.begun.push(...incidents),
        end: (incidents: readonly OpenIncident[]) => this.end(incidents),
      },
    };
    const rows = times(wallets, (n) => ({ wallet: walletNumber(n + 1), chain: 'eth' }));
    const message = world.message(rows, { bulk: true, deadline: world.now - late, ...rest });
    await pollWallets(message, deps, world.now + 60_000);
  }

  private async *pages(limiter: TickLimiter, query: PageRequest, limits: CallLimits) {
    await limiter.acquire(limits);
    this.calls += 1;
    try {
      this.answer(this.calls, query, limits);
      limiter.answered(null);
    } catch (fault) {
      limiter.answered(fault);
      throw fault;
    }
    let isFurther = false;
    for await (const page of this.chainOf(query.wallet).pages(query)) {
      if (isFurther) await limiter.acquire(limits);
      isFurther = true;
      yield page;
    }
  }

  /** Lets wallets begin, and resets the counts. */
  async begin(wallets: number): Promise<void> {
    await this.poll(wallets, { tick: 'before' });
    [this.calls, this.reads, this.world.states.saves] = [0, 0, 0];
    this.world.operations.length = 0;
    this.world.published.length = 0;
  }

  /** Every call fails with this error. */
  refuse(fault: Error): void {
    this.answer = () => {
      throw fault;
    };
  }
  /** Leaves this many calls for the day. */
  leave(calls: number): () => number {
    let left = calls;
    const claim: DailyQuota['claim'] = async (wanted, kept = 0) => {
      const claimed = Math.max(0, Math.min(wanted, left - kept));
      left -= claimed;
      return claimed;
    };
    this.quota = { ...unlimitedQuota, claim };
    return () => left;
  }
  errors = () => this.lines.filter(({ level }) => level === 'error').map(({ message }) => message);
  counts = () => Object.fromEntries(this.world.counted);

  putOpen(type: Incident['type'], chain?: string): void {
    const incident = { type, wallet: null, chain: null, reason: 'r', whatToDo: 'w', onlyChain: chain };
    const of = { wallet: '#incidents', chain: incidentKey(incident) };
    const record = { incident, since: 1, claimedAt: 1, published: true };
    this.world.states.items.set(`#incidents#${of.chain}`, { ...of, ...record });
  }
}

const noKey = () => Promise.reject(new KeyMissing('There is no API key in /chainbell/api-key.', 'Set it.'));

let worker: Worker;
beforeEach(() => {
  worker = new Worker();
});

describe('a batch that is counted for the heartbeat', () => {
  const heartbeat = 'tick';

  it('says how many of its polls were answered, if it made polls', async () => {
    worker.answer = (call) => {
      if (call === 1) throw new UpstreamUnavailable('time-out', null);
    };
    await worker.poll(3, { heartbeat });
    await worker.poll(3, { heartbeat, late: 1 });
    await worker.poll(3);
    expect(worker.world.counts).toEqual([{ returned: 3, answered: 2, late: 0 }]);
  });

  it("counts as answered even if its only cursor can't be read: one broken wallet is not an outage", async () => {
    await worker.begin(1);
    const { items } = worker.world.states;
    for (const [key, item] of items) items.set(key, { ...item, version: 'broken' });
    await worker.poll(1, { heartbeat });
    expect(worker.world.counts).toEqual([{ returned: 1, answered: 0, late: 0 }]);
  });

  it('counts alerts as waiting once SNS has refused them for ten minutes', async () => {
    await worker.begin(1);
    worker.world.chain.mine(blockAt(1), { to: party(walletNumber(1)) });
    worker.world.snsTakes = 0;
    for (const minutes of [2, 1, 11]) {
      worker.world.advance(minutes * 60_000);
      await worker.poll(1, { heartbeat });
    }
    expect(worker.world.counts).toMatchObject([
      { answered: 1, late: 0 },
      { answered: 1, late: 0 },
      { answered: 1, late: 1 },
    ]);
  });

  it('reports in one message that SNS refuses the alerts of many wallets, and with which error', async () => {
    await worker.begin(12);
    worker.world.snsTakes = 0;
    for (const n of times(12, (n) => n + 1))
      worker.world.chain.mine(blockAt(n), { to: party(walletNumber(n)) });
    for (const minutes of [12, 1, 15]) {
      worker.world.advance(minutes * 60_000);
      await worker.poll(12);
    }
    expect(worker.world.operations).toMatchObject([
      { state: 'began', wallet: null, reason: expect.stringMatching(/SNS.*\(Error\).* For 12 wallets: /) },
    ]);
  });

  it('counts no alert as waiting if a wallet fails for hours and has none: one broken row is no outage', async () => {
    await worker.begin(1);
    worker.refuse(new BadRequest('no such chain'));
    for (const minutes of [2, 11]) {
      worker.world.advance(minutes * 60_000);
      await worker.poll(1, { heartbeat });
    }
    expect(worker.world.counts).toMatchObject([{ late: 0 }, { late: 0 }]);
  });
});

describe('a batch of polls', () => {
  it('reads the cursors of all its wallets at once, including new ones', async () => {
    for (const tick of ['first', 'next']) {
      await worker.poll(50, { tick });
      expect([worker.reads, worker.calls]).toEqual([1, 50]);
      [worker.reads, worker.calls] = [0, 0];
    }
  });

  it('is dropped if its message comes too late, and made otherwise', async () => {
    await worker.poll(3, { late: 1 });
    expect([worker.calls, worker.counts(), worker.errors()]).toEqual([0, { PollsSkipped: 3 }, []]);
    await worker.poll(3, { late: 0 });
    expect(worker.calls).toBe(3); // their newest pages show that nothing came since
  });

  it('settles no block of a wallet above the last one whose coin the message says that the node has shown', async () => {
    const { world } = worker;
    await worker.begin(1);
    const watch = watchOf({ wallet: walletNumber(1) });
    world.chain.mine(blockAt(2), { to: party(watch.wallet) });
    const shown = { stamp: null, seenIn: 0, sweep: null, coinThrough: blockAt(1) };
    const activity = { minute: 0, wallets: { [watchKey(watch)]: shown } };
    for (const tick of times(10, String)) {
      world.advance(60_000);
      await worker.poll(1, { tick, activity });
    }
    expect(world.told()).toHaveLength(1);
    expect(world.states.stateOf(watch).settled).toBeLessThanOrEqual(blockAt(1));
  });

  it("makes the day's last calls, even if they are fewer than its polls", async () => {
    worker.leave(7);
    await worker.poll(20);
    expect(worker.calls).toBe(7);
    expect(worker.begun).toMatchObject([{ type: 'plan.exhausted' }]);
  });

  it("reserves the day's calls for its other wallets if one has a storm, and reports that one while it waits", async () => {
    const { world } = worker;
    const [stormy, calm] = [world.chain, new PollWorld().chain];
    worker.chainOf = (wallet) => (wallet === walletNumber(1) ? stormy : calm);
    await worker.begin(2);
    const left = worker.leave(30);
    stormy.largestPage = 10;
    for (let i = 0; i < 400; i += 1) stormy.mine(blockAt(1) + (i >> 3), { to: party(walletNumber(1)) });
    const mineCalm = (minutes: number) => {
      const transactionHash = `0x${String(minutes).repeat(64).slice(-64)}`;
      calm.mine(blockAt(minutes), { to: party(walletNumber(2)), transactionHash });
      return transactionHash;
    };
    const told = [mineCalm(1)];
    await worker.poll(2, { tick: '1', kept: 12 });
    expect([world.told(), worker.begun, worker.counts().WalletsBehind]).toEqual([told, [], 1]);
    expect(left()).toBeGreaterThanOrEqual(10);

    told.push(mineCalm(90));
    world.advance(360_000);
    await worker.poll(2, { tick: '2', kept: 9 });
    expect(world.told()).toEqual(told);
    const backlog = { type: 'backlog', wallet: walletNumber(1) };
    const began = { ...backlog, state: 'began', reason: expect.stringMatching(/kept for/) };
    expect(world.operations).toMatchObject([began]);

    worker.leave(1_000);
    world.advance(360_000);
    await worker.poll(2, { tick: '3', kept: 9 });
    expect(digestsOf(world.published).reduce((sum, { count }) => sum + count, 0)).toBe(400);
    expect(world.operations.at(-1)).toMatchObject({ ...backlog, state: 'ended' });
  });

  it('guarantee 5: one failing wallet never delays another, and is reported when it begins and when it ends', async () => {
    const { world } = worker;
    worker.answer = (_call, { wallet }) => {
      if (wallet === walletNumber(1)) throw new BadRequest('chain must be a valid enum value');
    };
    await worker.poll(20);
    expect(world.published).toHaveLength(10);
    expect(world.states.stateOf(watchOf({ wallet: walletNumber(20) })).start).not.toBeNull();
    const began = { type: 'wallet.failing', state: 'began', wallet: walletNumber(1) };
    expect(world.operations).toMatchObject([began]);
    worker.answer = () => {};
    for (let polls = 0; polls < 2; polls += 1) await worker.poll(20);
    expect(world.operations).toMatchObject([began, { ...began, state: 'ended' }]);
  });

  const [first, second] = [1, 2].map((n) => ({ wallet: walletNumber(n), chain: 'eth' }));
  function breakCursor() {
    const { items } = worker.world.states;
    const key = `${walletNumber(1)}#0x1`;
    items.set(key, { ...items.get(key), abandoned: 'no list' });
    return [first, second];
  }
  it.each([
    ['cursor', breakCursor, { WalletsFailing: 1 }],
    ['row', () => [{ ...first, direction: 'up' }, second], {}],
  ])('polls the other wallets if the %s of one is unreadable, and logs it', async (_what, breaks, counts) => {
    await worker.begin(2);
    worker.world.counted.clear();
    await worker.poll(2, { rows: breaks() as PollMessage['rows'] });
    expect([worker.calls, worker.counts()]).toEqual([1, counts]);
    expect(worker.lines.at(-1)?.details).toMatchObject({ wallet: walletNumber(1) });
  });

  it('makes one try for a wallet that failed before, and one for each wallet during an outage of its chain', async () => {
    const repeats = new Map([1, 2].map((n) => [walletNumber(n), [] as unknown[]]));
    worker.answer = (call, { wallet }, limits) => {
      repeats.get(wallet)?.push(limits.repeats);
      if (call === 1) throw new BadRequest('no');
    };
    await worker.poll(2);
    const opened = [['key.refused'], ['api.unavailable', '0x89'], ['api.unavailable', '0x1']] as const;
    for (const [type, chain] of opened) {
      worker.putOpen(type, chain);
      await worker.poll(2);
    }
    expect([...repeats.values()]).toEqual([
      [true, false, true, false],
      [true, true, true, false],
    ]);
  });
});

describe('when the API refuses', () => {
  it('a missing key: no call, one log line with the word error and the parameter, reported to operations', async () => {
    worker.open = noKey;
    // One count for all: a reader of the metrics finds a number, not a list of ones.
    const counts: unknown[] = [];
    worker.world.deps.count = (...count) => void counts.push(count);
    await worker.poll(20);
    expect(worker.errors()).toEqual([expect.stringMatching(/error.*\/chainbell\/api-key/)]);
    expect(worker.begun).toMatchObject([{ type: 'key.missing' }]);
    expect([worker.calls, counts]).toEqual([0, [['PollsBlocked', 20]]]);
    expect(worker.lines.filter(({ message }) => message.includes('/chainbell/api-key'))).toHaveLength(1);
  });

  it.each([
    ['now', {}],
    ['at a block', { fromBlock: 1 }],
  ])("a missing key uses up none of an import's ten announcements, begun %s", async (_when, row) => {
    const rows = times(12, (n) => ({ wallet: walletNumber(n + 1), chain: 'eth', ...row }));
    worker.open = noKey;
    for (let tick = 1; tick <= 3; tick += 1) await worker.poll(12, { tick: String(tick), rows });
    worker.open = async () => {};
    await worker.poll(12, { tick: 'with a key', rows });
    expect(typesOf(worker.world.published)).toEqual(Array(10).fill('wallet.watching'));
  });

  it("the key stays refused if the day's last calls are used up meanwhile: no call shows that the API takes it", async () => {
    const ended: string[] = [];
    worker.end = async (incidents) => void ended.push(...incidents.map(({ type }) => type));
    worker.putOpen('key.refused');
    worker.quota = { claim: async () => 0, isSpent: async () => true };
    await worker.poll(2);
    expect([worker.begun[0]?.type, ended]).toEqual(['plan.exhausted', []]);
    worker.quota = unlimitedQuota;
    worker.refuse(new PlanExhausted('It answered 401: the plan is used up.'));
    await worker.poll(2);
    expect(ended).toEqual(['key.refused']);
  });

  it('with a missing key nothing counts as answered, even if a node answered', async () => {
    worker.world.deps.isReadFromNode = ({ name }) => name === 'eth';
    worker.open = noKey;
    const rows = ['eth', 'polygon'].map((chain) => ({ wallet: walletNumber(1), chain }));
    await worker.poll(2, { heartbeat: 'tick', rows });
    expect(worker.world.counts).toEqual([]);
  });

  it.each([
    ['alone', [], 0],
    ['beside others', [{ wallet: walletNumber(3), chain: 'polygon' }], 1],
  ])('a missing key stops no poll of a chain that is read from its node, %s', async (_how, others, told) => {
    worker.world.deps.isReadFromNode = ({ name }) => name === 'eth';
    worker.open = noKey;
    const ofNode = [1, 2].map((n) => ({ wallet: walletNumber(n), chain: 'eth' }));
    await worker.poll(2, { rows: [...ofNode, ...others] });
    expect(typesOf(worker.world.published)).toEqual(['wallet.watching', 'wallet.watching']);
    // No call of the plan is claimed for these polls.
    expect([worker.begun.length, worker.errors().length]).toEqual([told, told]);
  });
});
