import { describe, expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { genuineToken } from '../../functions/chain/genuine-tokens.ts';
import {
  bridgedCoins,
  CoinsSettingWrong,
  coinTypes,
  parseCoinsSetting,
} from '../../functions/coin/coin-types.ts';
import facts from '../fixtures/coins/bridged-tokens.json' with { type: 'json' };

const dai = '0x6b175474e89094c44da98b954eedeac495271d0f';
const coinType = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa::asset::DAI';

describe('the coins setting', () => {
  it('takes an object or its JSON', () => {
    const pairs = { [`eth:${dai}`]: coinType };
    expect([...parseCoinsSetting(pairs)]).toEqual([[`0x1:${dai}`, coinType]]);
    expect(parseCoinsSetting(JSON.stringify(pairs))).toEqual(parseCoinsSetting(pairs));
  });

  it.each([undefined, null, '', ' ', '{}', {}])('has no pairs for %j', (nothing) => {
    expect(parseCoinsSetting(nothing).size).toBe(0);
  });

  it.each(['bsc testnet', 'BSC_Testnet', '0x61', '0x0061', ' bnb testnet '])(
    'takes the chain %j, and an address in lower, upper and checksum case',
    (chain) => {
      for (const address of [
        dai,
        `0x${dai.slice(2).toUpperCase()}`,
        ` ${checksumAddress(parseAddress(dai))} `,
      ])
        expect([...parseCoinsSetting({ [`${chain}:${address}`]: coinType }).keys()]).toEqual([`0x61:${dai}`]);
    },
  );

  it("lower-cases the coin type's address, as in its hash, and keeps its names", () => {
    const typed = ' 0x00AB::Some_Module::USDc2 ';
    expect(parseCoinsSetting({ [`eth:${dai}`]: typed }).get(`0x1:${dai}`)).toBe('0x00ab::Some_Module::USDc2');
  });

  it.each([
    ['an address cut short', 'eth:0x6b17', coinType],
    ['a checksum that does not fit', 'eth:0x6b175474E89094C44Da98b954EedeAC495271d0f', coinType],
    ['an unknown chain', `solana:${dai}`, coinType],
    ['no module', `eth:${dai}`, '0x1::USDC'],
    ['a name that Move does not take', `eth:${dai}`, '0x1::asset::2USDC'],
    ['an address of another kind', `eth:${dai}`, 'f22b::asset::USDC'],
    ['a coin type that is no text', `eth:${dai}`, 6],
  ])('is refused with a sentence that names the pair: %s', (_, token, type) => {
    const refusal = refusalOf({ [`eth:0x${'1'.repeat(40)}`]: coinType, [token]: type });
    expect(refusal).toContain(`"${token}"`);
    expect(refusal).toMatch(/^In the setting coins .*\.$/);
  });

  it('names an entry without a chain', () => {
    expect(refusalOf({ [dai]: coinType })).toContain('it takes a chain, a colon and a token address');
  });

  it('is refused if it gives one token two coins', () => {
    const pairs = { [`eth:${dai}`]: coinType, [`Ethereum:${dai}`]: '0x1::asset::DAI' };
    expect(refusalOf(pairs)).toContain(`"Ethereum:${dai}"`);
    expect(parseCoinsSetting({ ...pairs, [`Ethereum:${dai}`]: coinType }).size).toBe(1);
  });

  it.each(['{', '[]', 'eth', '7', 'null', 7, [coinType], true])('is refused as a whole: %j', (value) => {
    expect(refusalOf(value)).toMatch(/takes a JSON object of token and coin type/);
  });
});

describe('the coin types in use', () => {
  it("are the bridged ones and the setting's pairs", () => {
    const types = coinTypes({ [`eth:${dai}`]: coinType });
    expect(types.size).toBe(bridgedCoins.size + 1);
    expect(types.get(`0x1:${dai}`)).toBe(coinType);
  });

  it('follow the setting if it has a bridged token', () => {
    const [[key = '', known] = []] = bridgedCoins;
    expect(coinTypes({ [key]: '0x1::asset::Mine' }).get(key)).toBe('0x1::asset::Mine');
    expect(coinTypes('').get(key)).toBe(known);
  });
});

const bridge = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa';
const inOrder = (texts: readonly string[]) => [...texts].sort();

describe('the bridged tokens', () => {
  it('are exactly those of the bridge', () => {
    const recorded = facts.tokens.map(
      ({ coin, chainId, bridge: { address } }) =>
        `0x${chainId.toString(16)}:${address.toLowerCase()} ${bridge}::asset::${coin}`,
    );
    const ours = Array.from(bridgedCoins, ([token, coinType]) => `${token} ${coinType}`);
    expect(inOrder(ours)).toEqual(inOrder(recorded));
  });

  it('have decimals of their own on each chain', () => {
    for (const { chainId, bridge } of facts.tokens) {
      const genuine = genuineToken(`0x${chainId.toString(16)}`, bridge.address.toLowerCase());
      expect(genuine?.decimals).toBe(bridge.decimals);
    }
  });
});

function refusalOf(setting: unknown): string {
  try {
    parseCoinsSetting(setting);
  } catch (error) {
    if (error instanceof CoinsSettingWrong) return error.message;
    throw error;
  }
  return expect.unreachable('the setting was taken');
}
