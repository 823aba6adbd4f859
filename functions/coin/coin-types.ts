import { isRecord } from '../api/wire.ts';
import { AddressUnreadable, parseAddress } from '../chain/address.ts';
import { findChain, UnknownChain } from '../chain/chains.ts';
import { bridgedTokens } from './bridged-coins.ts';

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

/** The bridged coins, and on top of them the `coins` setting's pairs. @throws CoinsSettingWrong */
export function coinTypes(setting: unknown): CoinTypes {
  const known = bridgedTokens.map(
    ({ chainId, address, coinType }) => [tokenKey(chainId, address), coinType] as const,
  );
  return new Map([...known, ...parseCoinsSetting(setting)]);
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

/** Address, module and name. The address in lower case, as the API hashes it; the names as they are. */
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
