import { afterAll, expect, it } from 'vitest';
import { parseAddress, type TokenAddress } from '../../functions/chain/address.ts';
import { createDispatcher } from '../../functions/http/transport.ts';
import { createDefiLlama } from '../../functions/prices/defillama.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { startReceiver } from '../support/fakes/receiver.ts';

const weth = parseAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2');
const pepe = parseAddress('0x6982508145454ce325ddbe47a25d4ec3d2311933');
const key = `ethereum:${weth}`;

const service = await startReceiver();
const asked = () => service.received.splice(0).map(({ url }) => url);
const answer = (body: string, status = 200) => service.answer(() => ({ status, body }));
afterAll(() => service.close());

function prices(tokens: readonly TokenAddress[] = [weth, null], chainId = '0x1') {
  const source = createDefiLlama({
    baseUrl: service.url,
    dispatcher: createDispatcher(),
    clock: systemClock,
  });
  return source.prices(chainId, tokens, { deadline: Date.now() + 5_000 });
}

it('prices come from one call that names only tokens', async () => {
  const checksummed = 'ethereum:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
  answer(
    `{"coins":{"${checksummed}":{"decimals":18,"symbol":"WETH","price":3012.4455,"timestamp":1767323040,"confidence":0.99}}}`,
  );
  const found = await prices();
  expect(asked()).toEqual([`/prices/current/${key},ethereum:0x${'0'.repeat(40)}`]);
  expect([...found]).toEqual([[weth, { dollars: '3012.4455', at: 1_767_323_040_000, confidence: 0.99 }]]);
});

it('prices of tiny coins have no exponent', async () => {
  answer(`{"coins":{"ethereum:${pepe}":{"price":1.25e-9,"timestamp":1767323040}}}`);
  expect((await prices([pepe])).get(pepe)).toMatchObject({ dollars: '0.00000000125', confidence: 0 });
});

it.each([
  ['nothing', '{"coins":{}}'],
  ['a price of zero', `{"coins":{"${key}":{"price":0,"timestamp":1767323040,"confidence":1}}}`],
  ['a price below zero', `{"coins":{"${key}":{"price":-3,"timestamp":1767323040,"confidence":1}}}`],
  ['a price that is no number', `{"coins":{"${key}":{"price":"NaN","timestamp":1767323040,"confidence":1}}}`],
  ['a time that does not exist', `{"coins":{"${key}":{"price":3,"timestamp":1e300,"confidence":1}}}`],
  ['another token', `{"coins":{"ethereum:${pepe}":{"price":3,"timestamp":1767323040,"confidence":1}}}`],
])('%s is no price', async (_, reply) => {
  answer(reply);
  expect(await prices()).toEqual(new Map());
});

it.each([
  ['a web page', 200, '<html>', 'a web page not JSON'],
  ['an error', 500, '{"coins":{}}', 'The price service answered 500.'],
  ['another form', 200, '[]', 'expected object'],
])('%s is a failure, not a lack of prices', async (_, code, reply, why) => {
  answer(reply, code);
  await expect(prices()).rejects.toThrow(why);
});

it('no price is requested on a chain that the service does not know', async () => {
  service.received.length = 0;
  expect(await prices([weth], '0xaa36a7')).toEqual(new Map());
  expect(asked()).toEqual([]);
});
