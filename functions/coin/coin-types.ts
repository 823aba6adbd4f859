import { AddressUnreadable, parseAddress } from '../chain/address.ts';
import { findChain, UnknownChain } from '../chain/chains.ts';
import { isRecord } from '../http/read-json.ts';

/** `message` is a sentence that names the pair at fault. */
export class CoinsSettingWrong extends Error {
  override readonly name = 'CoinsSettingWrong';
}

/** Token to coin type, by `chain id:token address`. */
export type CoinTypes = ReadonlyMap<string, string>;

/** @param address in lower case */
export function tokenKey(chainId: string, address: string): string {
  return `${chainId}:${address}`;
}

const bridge = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa';

/**
 * Tokens by chain that LayerZero's bridge locks, under the name of the coin that it mints for them on Aptos. From its npm package
 * @layerzerolabs/ui-bridge-aptos 0.1.10 (`mainnet`), checked against @uniswap/default-token-list 22.21.0 and
 * @sushiswap/default-token-list 43.3.0. No other token was bridged; USDC of Polygon, Arbitrum and Optimism is USDC.e.
 */
const bridged = {
  USDC: {
    '0x1': '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '0x38': '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    '0x89': '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
    '0xa86a': '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
    '0xa4b1': '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
    '0xa': '0x7F5c764cBc14f9669B88837ca1490cCa17c31607',
  },
  USDT: {
    '0x1': '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    '0x38': '0x55d398326f99059fF775485246999027B3197955',
    '0x89': '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    '0xa86a': '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
  },
  WETH: {
    '0x1': '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    '0xa4b1': '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    '0xa': '0x4200000000000000000000000000000000000006',
  },
};

export const bridgedCoins: CoinTypes = new Map(
  Object.entries(bridged).flatMap(([coin, contracts]) =>
    Object.entries(contracts).map(
      ([chainId, address]) =>
        [tokenKey(chainId, address.toLowerCase()), `${bridge}::asset::${coin}`] as const,
    ),
  ),
);

/** The bridged coins, and on top of them the `coins` setting's pairs. @throws CoinsSettingWrong */
export function coinTypes(setting: unknown): CoinTypes {
  return new Map([...bridgedCoins, ...parseCoinsSetting(setting)]);
}

/** The `coins` setting, an object or its JSON: `{"eth:0x…": "0x…::asset::USDC"}`; empty: no pair. @throws CoinsSettingWrong */
export function parseCoinsSetting(value: unknown): CoinTypes {
  const pairs = new Map<string, string>();
  for (const [token, coinType] of Object.entries(asObject(value))) {
    const key = readToken(token);
    const type = readCoinType(token, coinType);
    if ((pairs.get(key) ?? type) !== type) {
      throw wrong(token, 'the same token stands there twice, for two coins: leave one of them out.');
    }
    pairs.set(key, type);
  }
  return pairs;
}

function asObject(value: unknown): object {
  try {
    const data = typeof value === 'string' ? JSON.parse(value.trim() || '{}') : (value ?? {});
    if (isRecord(data)) return data;
  } catch {
    // No JSON: refused below.
  }
  throw new CoinsSettingWrong(
    'The setting coins takes a JSON object of token and coin type, such as {"eth:0x…": "0x…::asset::USDC"}.',
  );
}

function readToken(token: string): string {
  const colon = token.indexOf(':');
  if (colon < 0) throw wrong(token, 'it takes a chain, a colon and a token address.');
  try {
    return tokenKey(findChain(token.slice(0, colon)).id, parseAddress(token.slice(colon + 1)));
  } catch (error) {
    if (error instanceof AddressUnreadable || error instanceof UnknownChain)
      throw wrong(token, error.message);
    throw error;
  }
}

/** Address, module and name. The API hashes the address in lower case, the names as they are. */
const coinTypeForm = /^(0x[0-9a-f]{1,64})((?:::[a-z_]\w*){2})$/i;

function readCoinType(token: string, coinType: unknown): string {
  const parts = typeof coinType === 'string' ? coinTypeForm.exec(coinType.trim()) : null;
  if (parts === null) {
    const reason = `${JSON.stringify(coinType)} is not a coin type; it takes the form 0x…::module::name.`;
    throw wrong(token, reason);
  }
  const [, address = '', names = ''] = parts;
  return address.toLowerCase() + names;
}

function wrong(token: string, reason: string): CoinsSettingWrong {
  return new CoinsSettingWrong(
    `In the setting coins the pair of "${token.slice(0, 100)}" can't be used: ${reason}`,
  );
}
