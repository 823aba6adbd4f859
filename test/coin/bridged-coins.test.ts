import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { genuineToken } from '../../functions/chain/genuine-tokens.ts';
import { bridgedCoins } from '../../functions/coin/coin-types.ts';
import facts from '../fixtures/coins/bridged-tokens.json' with { type: 'json' };

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

  it.each(['uniswap', 'sushiswap'] as const)('have the address and decimals that %s lists', (list) => {
    for (const { coin, bridge, [list]: listed } of facts.tokens) {
      // Throws if the listed form does not fit its checksum.
      expect(parseAddress(listed.address)).toBe(bridge.address.toLowerCase());
      expect(listed.decimals).toBe(bridge.decimals);
      expect([coin, `${coin}.e`]).toContain(listed.symbol);
    }
  });

  it('have decimals of their own on each chain', () => {
    for (const { chainId, bridge } of facts.tokens) {
      const genuine = genuineToken(`0x${chainId.toString(16)}`, bridge.address.toLowerCase());
      expect(genuine?.decimals).toBe(bridge.decimals);
    }
  });
});
