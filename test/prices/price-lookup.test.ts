import { describe, expect, it } from 'vitest';
import { parseAddress, type TokenAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { createPriceLookup, type PriceSource } from '../../functions/prices/defillama.ts';
import { usdc } from '../support/alerts.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const eth = findChain('eth');
const weth = parseAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2');
const token = (n: number) => parseAddress(`0x${String(n).padStart(40, '0')}`);
const minute = 60_000;

function lookupOn(answer: () => Promise<string | null>) {
  const clock = virtualClock();
  const calls: (readonly TokenAddress[])[] = [];
  const source: PriceSource = {
    async prices(_chain, tokens) {
      calls.push(tokens);
      const dollars = await answer();
      if (dollars === null) return new Map();
      return new Map(tokens.map((one) => [one, { dollars, at: clock.now(), confidence: 0.99 }]));
    },
  };
  const log = { warn() {} };
  const lookup = createPriceLookup(source, { clock, log });
  const find = (tokens: readonly TokenAddress[], deadline = clock.now() + minute) =>
    lookup.find(eth, tokens, { deadline });
  return { clock, calls, lookup, find };
}

describe('a price lookup', () => {
  it("requests each token's price once in five minutes, and no dollar stablecoin's", async () => {
    const { find, calls, clock } = lookupOn(async () => '3000');
    const priceOf = await find([usdc, weth, weth, null]);
    const found = [usdc, weth, null].map((one) => priceOf(one)?.dollars);
    expect(found).toEqual(['1', '3000', '3000']);
    expect(priceOf(usdc)?.at).toBe(clock.now());
    await clock.advance(4 * minute);
    await find([weth, null]);
    expect(calls).toEqual([[weth, null]]);
    await clock.advance(minute);
    await find([weth]);
    expect(calls).toEqual([[weth, null], [weth]]);
  });

  it('requests a price that the service did not have again after five minutes', async () => {
    const prices = [null, '3000'];
    const { find, clock } = lookupOn(async () => prices.shift() ?? null);
    expect((await find([weth]))(weth)).toBeNull();
    await clock.advance(5 * minute);
    expect((await find([weth]))(weth)?.dollars).toBe('3000');
  });

  it('requests at most a hundred tokens, however large a storm is', async () => {
    const { find, calls } = lookupOn(async () => '1');
    await find(Array.from({ length: 1_000 }, (_, i) => token(i)));
    expect(calls.map(({ length }) => length)).toEqual([100]);
  });

  it('keeps the prices of one address on two chains apart', async () => {
    const prices = ['3000', '2'];
    const { lookup, find, clock } = lookupOn(async () => prices.shift() ?? null);
    await find([weth]);
    const onPolygon = await lookup.find(findChain('polygon'), [weth], { deadline: clock.now() + minute });
    expect(onPolygon(weth)?.dollars).toBe('2');
    expect((await find([weth]))(weth)?.dollars).toBe('3000');
  });

  it('keeps five thousand prices, and drops the oldest first, not one that was renewed', async () => {
    const { find, calls, clock } = lookupOn(async () => '1');
    for (let from = 0; from < 5_000; from += 100)
      await find(Array.from({ length: 100 }, (_, i) => token(from + i)));
    await clock.advance(5 * minute);
    await find([token(0)]);
    await find(Array.from({ length: 100 }, (_, i) => token(5_000 + i)));
    const asked = calls.length;
    await find([token(0), token(5_000)]);
    expect(calls).toHaveLength(asked);
    await find([token(1)]);
    expect(calls.at(-1)).toEqual([token(1)]);
  });
});
