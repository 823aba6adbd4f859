import { expect, it } from 'vitest';
import { parseAddress, type TokenAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { createPriceLookup } from '../../functions/prices/defillama.ts';
import { usdc } from '../support/alerts.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const weth = parseAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2');
const minute = 60_000;

/** A lookup whose service gives one price for all tokens of a call. */
function lookupOf(priceOf: (chainId: string) => string) {
  const clock = virtualClock();
  const calls: (readonly TokenAddress[])[] = [];
  const prices = async (chain: string, tokens: readonly TokenAddress[]) => {
    calls.push(tokens);
    const price = { dollars: priceOf(chain), at: clock.now(), confidence: 0.99 };
    return new Map(tokens.map((one) => [one, price]));
  };
  const lookup = createPriceLookup({ prices }, { clock, log: { warn() {} } });
  const find = (tokens: readonly TokenAddress[], chain = 'eth') =>
    lookup.find(findChain(chain), tokens, { deadline: clock.now() + minute });
  return { clock, calls, find };
}

it("each token's price is requested once in five minutes, and no dollar stablecoin's", async () => {
  const { find, calls, clock } = lookupOf(() => '3000');
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

it('the prices of one address on two chains are kept apart', async () => {
  const { find } = lookupOf((chain) => (chain === '0x1' ? '3000' : '2'));
  await find([weth]);
  expect((await find([weth], 'polygon'))(weth)?.dollars).toBe('2');
  expect((await find([weth]))(weth)?.dollars).toBe('3000');
});
