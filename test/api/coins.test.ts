import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { coinTypeHash } from '../../functions/api/coins.ts';
import { parseJson } from '../../functions/http/read-json.ts';
import { UnreadableReply } from '../../functions/transfer/source-errors.ts';
import { testKey } from '../support/test-key.ts';
import { apiOptions, coinSource, failureOf, mockApi } from './test-api.ts';

const aptos = '0x1::aptos_coin::AptosCoin';
const aptosHash = '91ceb1308a98389691e05158b07ed5f079ab78461a6bb8d5a4054b1bb5cb8bb6';

/** The parts of the recorded OpenAPI file that this test reads. */
const openApi = z.object({
  CoinInfoDto: z.object({ properties: z.record(z.string(), z.object({ example: z.unknown() })) }),
});

function wireCoin(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    coin_type: aptos,
    coin_type_hash: aptosHash,
    creator_address: '0x1',
    decimals: 8,
    name: 'Aptos Coin',
    symbol: 'APT',
    supply_aggregator_table_handle: null,
    supply_aggregator_table_key: null,
    transaction_created_timestamp: '2022-10-12T19:23:12.123456Z',
    transaction_version_created: '0',
    ...changes,
  };
}

it('the hash of a coin type is the SHA-256 of its text', () => {
  expect(coinTypeHash(aptos)).toBe(aptosHash);
});

describe('a request for coins', () => {
  it.each([
    ['brackets', '/coins?coin_type_hashes[]=aa&coin_type_hashes[]=bb'],
    ['repeat', '/coins?coin_type_hashes=aa&coin_type_hashes=bb'],
    ['comma', '/coins?coin_type_hashes=aa,bb'],
  ] as const)('sends several hashes as %s', async (arrayStyle, path) => {
    const { dispatcher, seen } = mockApi({ body: [] });
    const options = apiOptions({ dispatcher });
    const source = coinSource(options, { arrayStyle, coinBaseUrl: 'https://api.example/' });
    expect(await source.coins(['aa', 'bb'], options.limits)).toEqual([]);
    expect(seen).toEqual([
      { path, headers: { accept: 'application/json', 'accept-encoding': 'identity', 'x-api-key': testKey } },
    ]);
  });

  it('has 25 hashes at most, each hash once', async () => {
    const hashes = Array.from({ length: 60 }, (_, i) => coinTypeHash(String(i)));
    const { dispatcher, seen } = mockApi({ body: [] }, { body: [] }, { body: [] });
    const options = apiOptions({ dispatcher });
    await coinSource(options).coins([...hashes, ...hashes.map((hash) => hash.toUpperCase())], options.limits);
    const asked = seen.map(({ path }) =>
      new URL(path, 'https://x').searchParams.getAll('coin_type_hashes[]'),
    );
    expect(asked.map(({ length }) => length)).toEqual([25, 25, 10]);
    expect(asked.flat()).toEqual(hashes);
  });

  it('is not made without hashes', async () => {
    const { dispatcher, seen } = mockApi();
    const options = apiOptions({ dispatcher });
    expect(await coinSource(options).coins([], options.limits)).toEqual([]);
    expect(seen).toEqual([]);
  });
});

describe('coin records', () => {
  async function coinsFrom(body: unknown, hashes = [aptosHash]) {
    const { dispatcher } = mockApi({ body }, { body });
    const options = apiOptions({ dispatcher });
    return coinSource(options).coins(hashes, options.limits);
  }

  it.each([
    ['a list', [wireCoin()]],
    ['one object', wireCoin()],
  ])('come as %s', async (_form, body) => {
    expect(await coinsFrom(body)).toMatchObject([{ coinType: aptos, transactionVersionCreated: '0' }]);
  });

  it('of the provider’s own OpenAPI file are read with every field', async () => {
    const file = parseJson(
      readFileSync(new URL('../fixtures/upstream/coins.openapi.json', import.meta.url), 'utf8'),
    );
    const { properties } = openApi.parse(file).CoinInfoDto;
    const record = Object.fromEntries(
      Object.entries(properties).map(([name, { example }]) => [name, example]),
    );
    const [coin] = await coinsFrom([record], [String(record.coin_type_hash)]);
    expect(coin).toEqual({
      coinType: record.coin_type,
      coinTypeHash: record.coin_type_hash,
      name: 'GEGG Coin',
      symbol: 'GEGG',
      decimals: 8,
      creatorAddress: record.creator_address,
      supplyAggregatorTableHandle: '0x3::token::TokenStore',
      supplyAggregatorTableKey: '0x3::token::TokenStore',
      transactionCreatedTimestamp: '2022-09-17T22:03:32.000000Z',
      transactionVersionCreated: '210373856',
    });
  });

  it('keep every digit of the version, as a text and as a bare number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), async (version) => {
        const asText = JSON.stringify(
          wireCoin({ decimals: '8', transaction_version_created: String(version) }),
        );
        const asNumber = asText.replace(`"${version}"`, String(version));
        for (const body of [asText, `[${asNumber}]`]) {
          expect(await coinsFrom(body)).toMatchObject([
            { decimals: 8, transactionVersionCreated: String(version) },
          ]);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are dropped if nobody asked for them or they are malformed', async () => {
    const strange = wireCoin({ coin_type_hash: coinTypeHash('other') });
    const upper = wireCoin({ coin_type_hash: aptosHash.toUpperCase() });
    expect(await coinsFrom([strange, null, 7, {}, wireCoin({ coin_type: null }), upper, upper])).toHaveLength(
      1,
    );
    expect(await coinsFrom(strange)).toEqual([]);
  });

  it('have null for a malformed field', async () => {
    const odd = {
      decimals: 300,
      name: 7,
      symbol: '',
      creator_address: {},
      transaction_created_timestamp: 'once',
      transaction_version_created: '-1',
    };
    const { coinType, coinTypeHash, ...others } = (await coinsFrom([wireCoin(odd)]))[0] ?? {};
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
  });

  it.each([
    { coin_type: null },
    { coin_type_hash: null },
    { coin_type_hash: `${aptosHash}0` },
    { coin_type_hash: `0${aptosHash}` },
  ])('are none without type and hash: %j', async (odd) => {
    expect(await failureOf(coinsFrom(wireCoin(odd)))).toBeInstanceOf(UnreadableReply);
    expect(await coinsFrom([wireCoin(odd)])).toEqual([]);
  });

  it.each(['{}', 'null', '7', '<html>', '{"message": "ok"}'])('are not read from %j', async (body) => {
    expect(await failureOf(coinsFrom(body))).toBeInstanceOf(UnreadableReply);
  });
});
