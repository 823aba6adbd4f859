import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { knownChains } from '../../functions/chain/chains.ts';
import { genuineToken } from '../../functions/chain/genuine-tokens.ts';
import { asListed, contradictionOf } from '../../functions/spam/listed-token.ts';
import type { Token } from '../../functions/transfer/transfer.ts';
import { type LabelledToken, labelledTokens } from '../bench/spam/labelled-tokens.ts';
import { describedTransfer, usdc } from '../support/alerts.ts';

const bridgedUsdc = parseAddress('0x2791bca1f2de4661ed88a30c99a7a9449aa84174');
const pegged = parseAddress('0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d');
const stranger = parseAddress(`0x${'7'.repeat(40)}`);
const tokenOf = (over: Partial<Token>): Token => describedTransfer({}, over).token;

type Labelled = Pick<LabelledToken, 'chain' | 'address' | 'symbol' | 'decimals'>;
const known: readonly Labelled[] = JSON.parse(
  readFileSync(new URL('../fixtures/spam/known-contracts.json', import.meta.url), 'utf8'),
).tokens;
const listed = [...labelledTokens(), ...known.map((one) => ({ ...one, name: null }))].flatMap(
  ({ chain, address, ...token }) => {
    const id = knownChains.find(({ name }) => name === chain)?.id ?? '';
    return genuineToken(id, address) === null
      ? []
      : [{ id, token: tokenOf({ ...token, address: parseAddress(address) }) }];
  },
);

describe('a token of our own list', () => {
  it.each([
    ['decimals', '0x1', usdc, { decimals: 18 }, '18 decimals (6)'],
    ['decimals that are right elsewhere', '0x38', pegged, { decimals: 6 }, '6 decimals (18)'],
    ['no decimals at all', '0x1', usdc, { decimals: 0 }, '0 decimals (6)'],
    ['another symbol', '0x1', usdc, { symbol: 'USDT' }, 'the symbol "USDT" ("USDC")'],
    ['another name', '0x1', usdc, { name: 'Free money' }, 'the name "Free money" ("USD Coin")'],
  ])('has its own values if the API gives %s, and is contradicted', (_, chain, address, over, says) => {
    const token = tokenOf({ address, ...(address === pegged ? { decimals: 18 } : {}), ...over });
    const genuine = genuineToken(chain, address);
    expect(contradictionOf(chain, token)).toBe(says);
    expect(asListed(chain, token)).toEqual({
      ...token,
      name: genuine?.name,
      symbol: genuine?.symbol,
      decimals: genuine?.decimals,
    });
  });

  it('gets missing fields from the list, and keeps a spelling that the list has', () => {
    const bare = tokenOf({ name: null, symbol: null, decimals: null });
    expect(contradictionOf('0x1', bare)).toBeNull();
    expect(asListed('0x1', bare)).toMatchObject({ name: 'USD Coin', symbol: 'USDC', decimals: 6 });
    const bridged = tokenOf({ address: bridgedUsdc, symbol: 'USDC.e', name: 'USD Coin (PoS)' });
    expect(contradictionOf('0x89', bridged)).toBeNull();
    const tether = { address: parseAddress('0xdac17f958d2ee523a2206206994597c13d831ec7'), symbol: 'USD₮' };
    expect(contradictionOf('0x1', tokenOf({ ...tether, name: null, decimals: 6 }))).toBeNull();
    expect(asListed('0x89', bridged)).toMatchObject({ name: 'USD Coin', symbol: 'USDC.e' });
  });

  it("is contradicted by other lists' names only where a bridge or the list itself has another name", () => {
    const contradicted = listed.filter(({ id, token }) => contradictionOf(id, token) !== null);
    expect(listed.length).toBeGreaterThan(180);
    expect(contradicted.map(({ token }) => `${token.name} ${token.symbol}`)).toEqual([
      'Stargate USD₮0 (Bridged) USD₮0',
      'Sushi anySUSHI',
      'Avalanche AVAX',
      'Coinbase Wrapped Staked ETH (FXERC20) fxcbETH',
    ]);
  });

  it("has its issuer's name if two real tokens share a symbol", () => {
    const usde = (address: string, name: string) =>
      tokenOf({ address: parseAddress(address), symbol: 'USDe', name, decimals: 18 });
    const ethena = usde('0x4c9edd5852cd905f086c759e8383e09bff1e68b3', 'Ethena USDe');
    const monerium = usde('0xbc5142e0cc5eb16b47c63b0f033d4c2480853a52', 'Monerium USD');
    for (const token of [ethena, monerium]) {
      expect(contradictionOf('0x1', token)).toBeNull();
      expect(asListed('0x1', { ...token, name: null }).name).toBe(token.name);
    }
    expect(contradictionOf('0x1', { ...monerium, name: 'Ethena USDe' })).toContain('Monerium USD');
  });

  it("has a quote of the API's words without hidden or line-breaking characters, cut to a limit", () => {
    const says = contradictionOf(
      '0x1',
      tokenOf({ name: `x\u202e\n${'y'.repeat(20_000)}`, symbol: '\u200b' }),
    );
    expect(says).not.toMatch(/[\p{C}]/u);
    expect(says?.length).toBeLessThan(250);
  });
});

it("any other token keeps the API's values, on this chain or another", () => {
  const free = tokenOf({ address: stranger, decimals: 3, symbol: 'USDC' });
  expect(asListed('0x1', free)).toBe(free);
  expect(contradictionOf('0x1', free)).toBeNull();
  const elsewhere = tokenOf({ decimals: 18 });
  expect(asListed('0x89', elsewhere)).toBe(elsewhere);
});
