import { beforeEach, describe, expect, it } from 'vitest';
import type { TransferQuery } from '../../functions/api/transfer-pages.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { type Incident, incidentKey, type OpenIncident } from '../../functions/incidents/incident.ts';
import type { PollDependencies } from '../../functions/poll-wallets/poll-dependencies.ts';
import { pollWallets } from '../../functions/poll-wallets/poll-wallets.ts';
import type { PollMessage } from '../../functions/queue/poll-message.ts';
import { type DailyQuota, unlimitedQuota } from '../../functions/rate/daily-quota.ts';
import { createTickLimiter, withHeadStart } from '../../functions/rate/tick-limiter.ts';
import type { CallLimits } from '../../functions/transfer/source.ts';
import {
  BadRequest,
  KeyMissing,
  KeyRefused,
  PlanExhausted,
  RateLimited,
  UpstreamUnavailable,
} from '../../functions/transfer/source-errors.ts';
import { party, watchOf } from '../support/alerts.ts';
import { limiterAt } from '../support/limiter-in-memory.ts';
import { pageSource } from '../support/page-source.ts';
import { blockAt, PollWorld } from '../support/poll-world.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const walletNumber = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

/** A worker with many wallets; `answer` decides what the API says to each call. */
class Worker {
  readonly world = new PollWorld();
  readonly begun: Incident[] = [];
  readonly ended: OpenIncident[] = [];
  readonly errors: string[] = [];
  readonly counts: Record<string, number> = {};
  reads = 0;
  calls = 0;
  settled = 0;
  end = async (incidents: readonly OpenIncident[]) => void this.ended.push(...incidents);
  answer: (call: number, query: TransferQuery, limits: CallLimits) => void | Promise<void> = () => {};
  open = async (): Promise<void> => {};
  quota: DailyQuota = unlimitedQuota;
  /** What the API shows of a wallet. */
  chainOf = (_wallet: string): PollWorld['chain'] => this.world.chain;

  /** @param late milliseconds by which the message comes too late */
  async poll(
    wallets: number,
    {
      tick = '2026-01-02T03:00:00.000Z',
      late = -60_000,
      kept = 0,
      ...rest
    }: Partial<PollMessage> & { late?: number } = {},
  ): Promise<void> {
    const { world } = this;
    const clock = { now: () => world.now, sleep: async (ms: number) => world.advance(ms) };
    const paced = createTickLimiter(limiterAt(1_000, clock), this.quota, clock);
    // The first call always returns before the batch's two seconds are over.
    const limiter = withHeadStart(paced, virtualClock());
    const deps: PollDependencies = {
      ...world.deps,
      clock,
      limiter: {
        ...limiter,
        end: async () => {
          await limiter.end();
          // Waits longer than pending microtasks take: Lambda stops the worker once the poll function has returned.
          await new Promise(setImmediate);
          this.settled += 1;
        },
      },
      source: {
        ...pageSource((query, limits) => this.pages(limiter, query, limits), clock),
        open: () => this.open(),
      },
      states: {
        ...world.deps.states,
        readItems: (keys) => {
          this.reads += 1;
          return world.states.readItems(keys);
        },
      },
      incidents: {
        list: async () => [],
        begin: async (incidents) => void this.begun.push(...incidents),
        end: (incidents) => this.end(incidents),
      },
      count: (name, n) => {
        this.counts[name] = (this.counts[name] ?? 0) + n;
      },
      log: { ...world.deps.log, error: (message) => void this.errors.push(message) },
    };
    const rows = Array.from({ length: wallets }, (_, n) => ({ wallet: walletNumber(n + 1), chain: 'eth' }));
    const message = world.message(rows, { bulk: true, tick, deadline: world.now - late, kept, ...rest });
    await pollWallets(message, deps, world.now + 60_000);
  }

  private async *pages(limiter: PollDependencies['limiter'], query: TransferQuery, limits: CallLimits) {
    await limiter.acquire(limits);
    this.calls += 1;
    try {
      await this.answer(this.calls, query, limits);
      limiter.answered(null);
    } catch (fault) {
      limiter.answered(fault);
      throw fault;
    }
    let isFurther = false;
    for await (const page of this.chainOf(query.wallet).pages(query)) {
      if (isFurther) await limiter.acquire(limits);
      isFurther = true;
      this.world.atAwait('read page');
      yield page;
    }
  }

  /** Lets wallets begin, and resets what was counted. */
  async begin(wallets: number): Promise<void> {
    await this.poll(wallets, { tick: 'before' });
    this.calls = 0;
    this.reads = 0;
    this.world.states.saves = 0;
    this.world.operations.length = 0;
  }

  putOpen(incident: Incident): void {
    const key = incidentKey(incident);
    const { type: _type, ...rest } = incident;
    this.world.states.items.set(`#incidents#${key}`, {
      wallet: '#incidents',
      chain: key,
      incident: { type: incident.type, ...rest },
      since: 1,
      claimedAt: 1,
      published: true,
    });
  }
}

let worker: Worker;
beforeEach(() => {
  worker = new Worker();
});

describe('a batch that is counted for the heartbeat', () => {
  const heartbeat = 'tick';

  it('says how many of its polls were answered, if it was polled', async () => {
    worker.answer = (call) => {
      if (call === 1) throw new UpstreamUnavailable('time-out', null);
    };
    await worker.poll(3, { heartbeat });
    await worker.poll(3, { heartbeat, late: 1 });
    await worker.poll(3);
    expect(worker.world.counts).toEqual([{ returned: 3, answered: 2, late: 0 }]);
  });

  it("counts as answered although its only cursor can't be read: one broken wallet is not an outage", async () => {
    await worker.begin(1);
    const { items } = worker.world.states;
    for (const [key, item] of items) items.set(key, { ...item, version: 'broken' });
    await worker.poll(1, { heartbeat });
    expect(worker.world.counts).toEqual([{ returned: 1, answered: 0, late: 0 }]);
  });

  it('counts alerts as waiting once SNS has refused them for ten minutes', async () => {
    await worker.begin(1);
    const to = party(parseAddress(walletNumber(1)));
    worker.world.chain.mine(blockAt(1), { to });
    worker.world.snsTakes = 0;
    for (const minutes of [2, 1, 11]) {
      worker.world.advance(minutes * 60_000);
      await worker.poll(1, { heartbeat });
    }
    expect(worker.world.counts.map(({ answered, late }) => [answered, late])).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
    ]);
  });
});

describe('a batch of polls', () => {
  it('reads the cursors of all its wallets in one read, those of new ones too', async () => {
    for (const tick of ['first', 'next']) {
      await worker.poll(50, { tick });
      expect([worker.reads, worker.calls]).toEqual([1, 50]);
      [worker.reads, worker.calls] = [0, 0];
    }
  });

  it('is dropped if its message comes too late, and made otherwise', async () => {
    await worker.poll(3, { late: 1 });
    expect(worker.calls).toBe(0);
    expect(worker.counts.PollsSkipped).toBe(3);
    await worker.poll(3, { late: 0 });
    expect(worker.calls).toBe(6); // a page from before the watch, and what came since
  });

  it('makes the last calls of the day, though they are fewer than its polls', async () => {
    let left = 7;
    worker.quota = {
      ...unlimitedQuota,
      claim: async (calls) => {
        const claimed = Math.min(calls, left);
        left -= claimed;
        return claimed;
      },
    };
    await worker.poll(20);
    expect(worker.calls).toBe(7);
    expect(worker.begun.map(({ type }) => type)).toEqual(['plan.exhausted']);
  });

  it("a storm of one wallet leaves the others the day's calls that their polls need, and is reported while it waits", async () => {
    const [stormy, calm] = [worker.world.chain, new PollWorld().chain];
    worker.chainOf = (wallet) => (wallet === walletNumber(1) ? stormy : calm);
    await worker.begin(2);
    worker.world.published.length = 0;
    let left = 30;
    worker.quota = {
      ...unlimitedQuota,
      claim: async (calls, kept = 0) => {
        const claimed = Math.max(0, Math.min(calls, left - kept));
        left -= claimed;
        return claimed;
      },
    };
    const partyOf = (n: number) => ({ address: parseAddress(walletNumber(n)), label: null });
    for (let i = 0; i < 4_000; i += 1) stormy.mine(blockAt(1) + (i >> 6), { to: partyOf(1) });
    const { transactionHash: quiet } = calm.mine(blockAt(1), {
      to: partyOf(2),
      transactionHash: `0x${'1'.repeat(64)}`,
    });
    await worker.poll(2, { tick: '1', kept: 10 });
    expect(worker.world.told()).toEqual([quiet]);
    expect(left).toBeGreaterThanOrEqual(10);
    expect(worker.counts).toMatchObject({ WalletsBehind: 1 });
    expect(worker.begun).toEqual([]);

    const { transactionHash: later } = calm.mine(blockAt(90), {
      to: partyOf(2),
      transactionHash: `0x${'2'.repeat(64)}`,
    });
    worker.world.advance(360_000);
    await worker.poll(2, { tick: '2', kept: 9 });
    expect(worker.world.told()).toEqual([quiet, later]);
    expect(worker.world.operations).toMatchObject([
      { type: 'backlog', state: 'began', wallet: walletNumber(1), reason: expect.stringMatching(/kept for/) },
    ]);

    left = 1_000;
    worker.world.advance(360_000);
    await worker.poll(2, { tick: '3', kept: 9 });
    const digests = worker.world.published.flatMap((alert) =>
      'digest' in alert ? [alert.digest.count] : [],
    );
    expect(digests.reduce((sum, count) => sum + count, 0)).toBe(4_000);
    expect(worker.world.operations.at(-1)).toMatchObject({ type: 'backlog', state: 'ended' });
  });

  it("is made, even if unused calls can't be given back", async () => {
    worker.quota = {
      ...unlimitedQuota,
      release: async () => {
        throw new Error('DynamoDB is away');
      },
    };
    worker.answer = () => {
      throw new RateLimited('slow down', null);
    };
    await worker.poll(20);
    expect(worker.calls).toBe(1);
    expect(worker.errors).toEqual([expect.stringMatching(/given back/)]);
  });

  it('guarantee 5: one failing wallet never delays another, and is reported when it begins and when it is over', async () => {
    worker.answer = (_call, { wallet }) => {
      if (wallet === walletNumber(1)) throw new BadRequest('chain must be a valid enum value');
    };
    await worker.poll(20);
    expect(worker.world.published).toHaveLength(10);
    expect(worker.world.states.stateOf(watchOf({ wallet: walletNumber(20) as never })).start).not.toBeNull();
    const began = { type: 'wallet.failing', state: 'began', wallet: walletNumber(1) };
    expect(worker.world.operations).toMatchObject([began]);
    worker.answer = () => {};
    for (let polls = 0; polls < 2; polls += 1) await worker.poll(20);
    expect(worker.world.operations).toMatchObject([began, { ...began, state: 'ended' }]);
  });
});

describe('a batch that goes on', () => {
  it('counts a wallet whose cursor can not be read as failing, and polls the others', async () => {
    await worker.begin(2);
    const key = `${walletNumber(1)}#0x1`;
    worker.world.states.items.set(key, { ...worker.world.states.items.get(key), void: 'no list' });
    await worker.poll(2);
    expect(worker.calls).toBe(1);
    expect(worker.counts).toMatchObject({ WalletsFailing: 1 });
  });

  it('repeats no poll because operations could not be told, and ends in order', async () => {
    worker.putOpen({ type: 'key.refused', wallet: null, chain: null, reason: 'r', whatToDo: 'w' });
    worker.end = async () => {
      throw new Error('SNS is away');
    };
    await worker.poll(3);
    expect(worker.errors).toEqual([expect.stringContaining('operations could not be told')]);
    expect(worker.settled).toBe(1);
  });

  it('makes one try for a wallet that failed before, and one for each wallet during an outage', async () => {
    const repeats = new Map([1, 2].map((n) => [walletNumber(n), [] as unknown[]]));
    worker.answer = (call, { wallet }, limits) => {
      repeats.get(wallet)?.push(limits.repeats);
      if (call === 1) throw new BadRequest('no');
    };
    await worker.poll(2);
    worker.putOpen({ type: 'key.refused', wallet: null, chain: null, reason: 'r', whatToDo: 'w' });
    await worker.poll(2);
    worker.putOpen({ type: 'api.unavailable', wallet: null, chain: null, reason: 'r', whatToDo: 'w' });
    await worker.poll(2);
    expect([...repeats.values()]).toEqual([
      [true, false, false, false],
      [true, true, false],
    ]);
  });
});

describe('when the API refuses', () => {
  it('a missing key: no call, one log line with the word error and the parameter, reported to operations', async () => {
    worker.open = async () => {
      throw new KeyMissing('There is no API key in /chainbell/api-key.', 'Set it.');
    };
    await worker.poll(20);
    expect(worker.calls).toBe(0);
    expect(worker.errors).toEqual([expect.stringMatching(/error.*\/chainbell\/api-key/)]);
    expect(worker.begun).toMatchObject([{ type: 'key.missing' }]);
    expect(worker.counts).toEqual({ PollsBlocked: 20 });
  });

  it('a missing key stops no poll of a chain that is read from its node, and no call of the plan is claimed for it', async () => {
    const { world } = worker;
    world.isFromNode = true;
    worker.open = async () => {
      throw new KeyMissing('There is no API key in /chainbell/api-key.', 'Set it.');
    };
    await worker.poll(2);
    expect({ begun: worker.begun, errors: worker.errors, settled: worker.settled }).toEqual({
      begun: [],
      errors: [],
      settled: 0,
    });
    expect(world.published.map(({ type }) => type)).toEqual(['wallet.watching', 'wallet.watching']);
  });

  it.each([
    ['key.refused', new KeyRefused('refused', 'Set another.')],
    ['plan.exhausted', new PlanExhausted('exhausted')],
  ])('%s ends the tick at that call', async (type, error) => {
    await worker.begin(50);
    worker.answer = () => {
      throw error;
    };
    await worker.poll(50);
    expect(worker.calls).toBe(1);
    expect(worker.counts).toEqual({ PollsBlocked: 50 });
    expect(worker.begun).toMatchObject([{ type }]);
    expect(worker.world.operations).toEqual([]);
    expect(worker.world.states.saves).toBe(0);
  });

  it('a 429 ends the tick too, without a word to operations', async () => {
    worker.answer = () => {
      throw new RateLimited('slow down', null);
    };
    await worker.poll(50);
    expect(worker.calls).toBe(1);
    expect(worker.begun).toEqual([]);
    expect(worker.counts).toEqual({});
  });

  it("an outage that only one wallet sees is the wallet's own once other polls were answered", async () => {
    await worker.begin(1);
    worker.answer = () => {
      throw new UpstreamUnavailable('status 503', 503);
    };
    await worker.poll(1);
    expect(worker.begun).toMatchObject([{ type: 'api.unavailable' }]);
    expect(worker.world.operations).toEqual([]);
    // The recorded incidents are over, because other polls were answered.
    for (let minutes = 0; minutes < 30; minutes += 1) {
      worker.world.now += 60_000;
      await worker.poll(1, { tick: String(minutes) });
    }
    expect(worker.begun).toHaveLength(1);
    expect(worker.world.operations.map(({ type, state }) => [type, state])).toEqual([
      ['wallet.failing', 'began'],
    ]);
  });
});
