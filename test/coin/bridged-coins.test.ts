import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { knownChains } from '../../functions/chain/chains.ts';
import { genuineToken } from '../../functions/chain/genuine-tokens.ts';
import { bridgedCoins } from '../../functions/coin/coin-types.ts';
import facts from '../fixtures/coins/bridged-tokens.json' with { type: 'json' };

const bridge = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa';
const bridged = Array.from(bridgedCoins, ([key, coinType]) => {
  const [chainId = '', address = ''] = key.split(':');
  return { chainId, address, coinType };
});
const inOrder = (texts: readonly string[]) => [...texts].sort();

describe('the bridged tokens', () => {
  it('are those of the bridge, no more and no fewer', () => {
    const recorded = facts.tokens.map(
      ({ coin, chainId, bridge: { address } }) =>
        `0x${chainId.toString(16)} ${address.toLowerCase()} ${coin}`,
    );
    const ours = bridged.map(
      ({ chainId, address, coinType }) =>
        `${chainId} ${address} ${coinType.replace(`${bridge}::asset::`, '')}`,
    );
    expect(inOrder(ours)).toEqual(inOrder(recorded));
  });

  it.each(['uniswap', 'sushiswap'] as const)('have the address and decimals that %s lists', (list) => {
    for (const { coin, bridge, [list]: listed } of facts.tokens) {
      // Throws where the listed form does not fit its checksum.
      expect(parseAddress(listed.address)).toBe(bridge.address.toLowerCase());
      expect(listed.decimals).toBe(bridge.decimals);
      expect([coin, `${coin}.e`]).toContain(listed.symbol);
    }
  });

  it('live on chains that Chainbell knows by name', () => {
    const ids = knownChains.map(({ id }) => id);
    for (const { chainId } of bridged) expect(ids).toContain(chainId);
  });

  it('have decimals of their own on each chain', () => {
    const binanceUsdc = parseAddress('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d');
    expect(genuineToken('0x38', binanceUsdc)?.decimals).toBe(18);
    expect(genuineToken('0x1', binanceUsdc)).toBeNull();
    for (const { chainId, bridge } of facts.tokens)
      expect(genuineToken(`0x${chainId.toString(16)}`, bridge.address.toLowerCase())?.decimals).toBe(
        bridge.decimals,
      );
  });
});
