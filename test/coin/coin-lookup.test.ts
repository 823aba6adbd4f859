import { describe, expect, it } from 'vitest';
import { coinTypeHash } from '../../functions/api/coins.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { createCoinLookup } from '../../functions/coin/coin-lookup.ts';
import { coinTypes } from '../../functions/coin/coin-types.ts';
import { createServiceLookup } from '../../functions/coin/service-lookup.ts';
import type { CallLimits, CoinSource } from '../../functions/transfer/source.ts';
import { NoSlot, UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import type { CoinRecord } from '../../functions/transfer/transfer.ts';
import { coinOf, usdc } from '../support/alerts.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const eth = findChain('eth');
const usdt = parseAddress('0xdAC17F958D2ee523a2206206994597C13D831ec7');
const other = parseAddress(`0x${'5'.repeat(40)}`);
const hashOf = (coin: string) =>
  coinTypeHash(`0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa::asset::${coin}`);
const record = (coin: string): CoinRecord => coinOf({ coinTypeHash: hashOf(coin), symbol: coin });
const everyCoin = ['USDC', 'USDT', 'WETH'].map(record);
const known = (hashes: readonly string[]) =>
  everyCoin.filter(({ coinTypeHash }) => hashes.includes(coinTypeHash));
const down = new UpstreamUnavailable('The coins endpoint does not answer.', 503);
const hour = 3_600_000;

interface ScriptedCall {
  readonly hashes: readonly string[];
  readonly limits: CallLimits;
  readonly answer: (records: readonly CoinRecord[]) => void;
  readonly fail: (error: Error) => void;
}

/** A coin source. @param reply answers each call at once; without it, every call stays open until the test answers */
function scriptedCoins(reply?: (hashes: readonly string[]) => readonly CoinRecord[]) {
  const calls: ScriptedCall[] = [];
  const coins: CoinSource['coins'] = (hashes, limits) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly CoinRecord[]>();
    calls.push({ hashes, limits, answer: resolve, fail: reject });
    return reply === undefined ? promise : Promise.resolve().then(() => reply(hashes));
  };
  return { calls, coins };
}

/** A lookup on a virtual clock, with its log entries. */
function lookupOn<T extends CoinSource | null>(source: T) {
  const clock = virtualClock();
  const warnings: unknown[] = [];
  const log = { warn: (_: string, details?: Record<string, unknown>) => warnings.push(details?.reason) };
  const lookup = createCoinLookup(source, coinTypes(''), { clock, log });
  const find = (tokens = [usdc], over: { deadline?: number; signal?: AbortSignal } = {}, chain = eth) =>
    lookup.find(chain, tokens, { deadline: clock.now() + 60_000, ...over });
  /** A find's outcome and its time, while `ms` milliseconds pass. */
  const findWithin = async (ms: number, tokens = [usdc]) => {
    const began = clock.now();
    const found = find(tokens).then((coin) => ({ coin: coin(usdc), after: clock.now() - began }));
    await clock.advance(ms);
    return Promise.race([found, 'still waiting' as const]);
  };
  return { source, clock, warnings, find, findWithin };
}

describe('a coin lookup', () => {
  it('finds the coins of all tokens in one call', async () => {
    const { find, source } = lookupOn(scriptedCoins(known));
    const coin = await find([usdc, usdt, usdc, other]);
    expect([coin(usdc), coin(usdt), coin(other)]).toEqual([record('USDC'), record('USDT'), null]);
    expect(source.calls.map(({ hashes }) => hashes)).toEqual([[hashOf('USDC'), hashOf('USDT')]]);
  });

  it.each([
    ['tokens without a coin', eth, other],
    ['a token of another chain', findChain('base'), usdc],
  ])('makes no call for %s', async (_what, chain, token) => {
    const { find, source } = lookupOn(scriptedCoins(known));
    expect((await find([token], {}, chain))(token)).toBeNull();
    expect(source.calls).toHaveLength(0);
  });

  it('returns at once if it is switched off', async () => {
    expect((await lookupOn(null).find())(usdc)).toBeNull();
  });

  it('ignores records that nobody asked for', async () => {
    const { find } = lookupOn(scriptedCoins(() => [record('USDT'), coinOf()]));
    expect((await find())(usdc)).toBeNull();
  });
});

describe('the time that a lookup takes', () => {
  it('is two seconds if the source never settles, and then the source is aborted', async () => {
    const { findWithin, source, warnings } = lookupOn(scriptedCoins());
    expect(await findWithin(2_000)).toEqual({ coin: null, after: 2_000 });
    expect(source.calls[0]?.limits.signal?.aborted).toBe(true);
    expect(warnings).toEqual(['no answer within 2000 ms']);
  });

  it("is the source's own time if that is shorter, and no timer is left", async () => {
    const { find, clock, source } = lookupOn(scriptedCoins());
    const found = find();
    await clock.advance(1_999);
    source.calls[0]?.answer(everyCoin);
    expect((await found)(usdc)).toEqual(record('USDC'));
    expect(clock.sleepers()).toBe(0);
  });

  it('ends two seconds after the first find if several share a call', async () => {
    const { find, findWithin, clock, source } = lookupOn(scriptedCoins());
    void find();
    await clock.advance(1_500);
    expect(await findWithin(500)).toEqual({ coin: null, after: 500 });
    expect(source.calls).toHaveLength(1);
  });

  it('ends at once if the source fails, and the lookup succeeds without coins', async () => {
    const { findWithin, warnings } = lookupOn({ coins: () => Promise.reject(down) });
    expect(await findWithin(0)).toEqual({ coin: null, after: 0 });
    expect(warnings).toEqual([down.message]);
  });

  it('is zero if less than two seconds are left, or if the poll has ended', async () => {
    const { find, clock, source } = lookupOn(scriptedCoins(known));
    expect((await find([usdc], { deadline: clock.now() + 1_999 }))(usdc)).toBeNull();
    expect((await find([usdc], { signal: AbortSignal.abort() }))(usdc)).toBeNull();
    expect(source.calls).toHaveLength(0);
    await find();
    expect((await find([usdc], { deadline: clock.now() }))(usdc)).toEqual(record('USDC'));
  });
});

describe('the memory of a lookup', () => {
  it.each([
    ['a found coin for a day', known, 24 * hour],
    ['an unknown coin for an hour', () => [], hour],
  ])('keeps %s', async (_what, reply, keptFor) => {
    const { find, clock, source } = lookupOn(scriptedCoins(reply));
    const first = (await find())(usdc);
    await clock.advance(keptFor - 1);
    expect((await find())(usdc)).toEqual(first);
    expect(source.calls).toHaveLength(1);
    await clock.advance(1);
    await find();
    expect(source.calls).toHaveLength(2);
  });

  it('keeps no failure, not even a late one', async () => {
    const { findWithin, source } = lookupOn(scriptedCoins());
    await findWithin(2_000);
    source.calls[0]?.fail(down); // an unhandled rejection would fail this file
    await findWithin(2_000);
    expect(source.calls).toHaveLength(2);
  });

  it('asks once for a coin that several finds want at the same time', async () => {
    const { find, source } = lookupOn(scriptedCoins(known));
    const found = await Promise.all([find(), find([usdt, usdc]), find([usdt])]);
    expect(found.map((coin) => [coin(usdc), coin(usdt)])).toEqual(
      Array(3).fill([record('USDC'), record('USDT')]),
    );
    expect(source.calls.map(({ hashes }) => hashes)).toEqual([[hashOf('USDC')], [hashOf('USDT')]]);
  });
});

it('a lookup asks for a hundred values a call, and forgets the oldest of more than 5,000', async () => {
  const asked: (readonly string[])[] = [];
  const clock = virtualClock();
  const lookup = createServiceLookup<string>(() => hour, '', { clock, log: { warn: () => {} } });
  const find = (from: number, count: number) => {
    const keys = Array.from({ length: count }, (_, i) => `${from + i}`);
    const ask = async (some: readonly string[]) => {
      asked.push(some);
      return some;
    };
    return lookup.find(keys, ask, { deadline: clock.now() + 60_000 });
  };
  await find(0, 150);
  expect(asked).toEqual([Array.from({ length: 100 }, (_, i) => `${i}`)]);
  await clock.advance(hour);
  await find(50, 1); // expired, and kept anew
  for (let from = 100; from < 5_000; from += 100) await find(from, 100);
  expect(['0', '50', '4999'].map(lookup.get)).toEqual([null, '50', '4999']);
  for (let from = 5_000; from < 5_099; from += 1) await find(from, 1);
  expect(['50', '51', '100', '5098'].map(lookup.get)).toEqual(['50', null, '100', '5098']);
  await find(5_099, 1);
  expect(['50', '100', '5099'].map(lookup.get)).toEqual([null, '100', '5099']);
});

describe('a coins endpoint that fails', () => {
  /** Fails, except while `well` is true. */
  function failing() {
    const state = { well: false };
    const source = scriptedCoins((hashes) => {
      if (state.well) return known(hashes);
      throw down;
    });
    return { state, ...lookupOn(source) };
  }

  it('is not called for five minutes after three failures in a row, and again after the next', async () => {
    const { find, clock, source } = failing();
    for (let i = 0; i < 5; i += 1) await find();
    expect(source.calls).toHaveLength(3);
    await clock.advance(5 * 60_000 - 1);
    await find();
    expect(source.calls).toHaveLength(3);
    await clock.advance(1);
    await find([usdc]);
    await find([usdt]);
    expect(source.calls).toHaveLength(4);
    await clock.advance(5 * 60_000);
    await find();
    expect(source.calls).toHaveLength(5);
  });

  it('is called as before if it answers a call that began before the third failure', async () => {
    const settings = { clock: virtualClock(), log: { warn: () => {} } };
    const lookup = createServiceLookup<string>(() => hour, 'a lookup failed', settings);
    const late = Promise.withResolvers<string[]>();
    const findBy = (key: string, ask: () => Promise<string[]>) =>
      lookup.find([key], ask, { deadline: settings.clock.now() + hour });
    const answered = findBy('late', () => late.promise);
    for (const key of ['a', 'b', 'c']) await findBy(key, () => Promise.reject(down));
    late.resolve(['x']);
    await answered;
    await findBy('a', async () => ['y']);
    expect([lookup.get('late'), lookup.get('a')]).toEqual(['x', 'y']);
  });

  it('is called as before once it answers again', async () => {
    const { find, clock, source, state } = failing();
    for (let i = 0; i < 3; i += 1) await find();
    state.well = true;
    await clock.advance(5 * 60_000);
    expect((await find())(usdc)).toEqual(record('USDC'));
    await find([usdt]);
    expect(source.calls).toHaveLength(5);
  });

  it('is still called after failures that are not in a row', async () => {
    const { find, source, state } = failing();
    await find();
    await find();
    state.well = true;
    await find([usdt]);
    state.well = false;
    await find();
    await find();
    await find();
    expect(source.calls).toHaveLength(6);
  });

  it('still has its earlier answers in memory', async () => {
    const { find, state } = failing();
    state.well = true;
    await find();
    state.well = false;
    for (let i = 0; i < 4; i += 1) await find([usdt]);
    expect((await find())(usdc)).toEqual(record('USDC'));
  });

  it('does not count calls as failures that it never got', async () => {
    const busy = scriptedCoins(() => {
      throw new NoSlot('The time left is too short for the pace of the plan.');
    });
    const { find } = lookupOn(busy);
    for (let i = 0; i < 5; i += 1) await find();
    expect(busy.calls).toHaveLength(5);
  });

  it('is tried again at once if the plan had no call for the trial', async () => {
    const faults = [down, down, down, new NoSlot('The time left is too short for the pace of the plan.')];
    const source = scriptedCoins((hashes) => {
      const fault = faults.shift();
      if (fault !== undefined) throw fault;
      return known(hashes);
    });
    const { find, clock } = lookupOn(source);
    for (let i = 0; i < 3; i += 1) await find();
    await clock.advance(5 * 60_000);
    expect((await find())(usdc)).toBeNull();
    expect((await find())(usdc)).toEqual(record('USDC'));
  });
});
