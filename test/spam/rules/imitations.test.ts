import { describe, expect, it } from 'vitest';
import { findChain } from '../../../functions/chain/chains.ts';
import { judge } from '../../../functions/spam/judge.ts';
import { moneyIn } from '../../../functions/spam/money-in.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

function rulesFor(name: string | null, symbol: string, chain = 'eth', decimals = 6): string[] {
  const watch = watchOf({ chain: findChain(chain) });
  return judge(received({ name, symbol, decimals }), watch).reasons.map(({ rule }) => rule);
}

function verdictOn(name: string | null, symbol: string, chain: string, verified: boolean | null): boolean {
  return judge(received({ name, symbol, verified, decimals: 6 }), watchOf({ chain: findChain(chain) })).spam;
}

describe('a copy of a protected token', () => {
  it.each([
    ['USD Coin', 'USDC', 'eth'],
    ['  USDC  ', ' USDC ', 'arbitrum'],
    ['ETH..', 'ETH', 'base'],
    ['USD Coin (USDC)', 'USDC', 'eth'],
    ['(PoS) Tether USD', '$USDT', 'polygon'],
    ['Arbitrum', 'ARB（0x912CE59144191C1204E...', 'arbitrum'],
    ['BNB', 'BNB', 'bsc'],
  ])('is one with its symbol and name, decorated or not: %s | %s on %s', (name, symbol, chain) => {
    expect(rulesFor(name, symbol, chain)).toContain('copied-token');
  });

  it.each([
    ['Pepe Community', 'PEPE', 'eth'],
    ['Polygon', 'MATIC', 'arbitrum'],
    ['USD Coin', 'USDC', '0x7a69'],
  ])(
    'needs more than the symbol, and a chain whose contracts are all listed: %s | %s on %s',
    (name, symbol, chain) => {
      expect(rulesFor(name, symbol, chain)).not.toContain('copied-token');
      expect(rulesFor(name, symbol, chain)).toContain('borrowed-name');
    },
  );

  it.each([
    ['Global Dollars', 'USDC', 'eth'],
    ['Global Dollars', 'usdc', 'polygon'],
    ['Global Dollars', 'USDC.e', 'avalanche'],
    ['Global Dollars', '💵 USDC 💵', 'base'],
    ['Global Dollars', 'USDT0', 'arbitrum'],
    ['Global Dollars', 'DAl', 'optimism'],
    ['Growth', 'WETH', 'linea'],
    ['Growth', 'WBNB', 'bsc'],
    ['Growth', 'WFTM', 'fantom'],
    ['Growth', 'WCRO', 'cronos'],
    ['Growth', 'wxdai', 'gnosis'],
    ['Growth', 'WBTC', 'base'],
    ['Growth', 'cbBTC', 'base'],
    [null, 'USDC', 'eth'],
  ])('needs only the symbol of known money: %s | %s on %s', (name, symbol, chain) => {
    expect(rulesFor(name, symbol, chain)).toContain('copied-token');
    expect(verdictOn(name, symbol, chain, null)).toBe(true);
    expect(verdictOn(name, symbol, chain, true)).toBe(false);
  });

  it.each([
    'U S D C',
    'USDС',
    'US\u200bDC',
    'UŚDC',
    '𝐔𝐒𝐃𝐂',
    'USDC™',
    'USDC¹',
    'U5DC',
    'Ⓤ Ⓢ Ⓓ Ⓒ',
    'USDC\u202e',
    '₿USDC',
    'USDC€',
    'USDC†',
    '§USDC',
    '₴USDC₸',
    'VVETH',
    'USD₸',
    'USDC∂',
    'USDC—',
    'USDC×',
    '‰USDC',
    '(USDC)',
    '[USDC] ',
    'USDC\u0bbe',
  ])('decides with a symbol that looks the same, whatever the name: %s', (symbol) => {
    expect(verdictOn('Global Dollars', symbol, 'eth', null)).toBe(true);
  });

  it.each([
    ['BITC0IN', 'BTC'],
    ['Tether U5D', 'USDT'],
    ['USD C0in', 'USDC'],
  ])('is marked in texts if it carries the name, with digits or signs for letters: %s', (symbol, money) => {
    expect(moneyIn(symbol)).toBe(money);
  });

  it.each([
    ['Dale Coin', 'DALE'],
    ['Reserve Three', 'USD3'],
    ['Index Dollar', 'USDI'],
    ['Wrapped Beast', 'WBST'],
  ])('is not a token whose symbol is only nearly one: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain('copied-token');
    expect(moneyIn(symbol)).toBeNull();
  });

  it.each([
    ['Wrapped eBTC', 'weBTC'],
    ['ETH Yield Index', 'ETH-S'],
    ['dgnETH/ETH+', 'dgnETHETH+'],
    ['USDT CompoundV3 Lender', 'ysUSD₮0'],
    ['iBTC', 'IBTC'],
  ])('is not a token that is built on it: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toEqual([]);
  });
});

describe('a disguise', () => {
  it.each([
    ['USD Coin', 'USDС'],
    ['Tether USD', 'usdт'],
    ['ЕТН', 'ЕТН...'],
    ['Arbitrum', 'АRВ'],
    ['U\u2064SD Coin', 'XMPL'],
    ['ՍSꓓ Coіո', 'USꓸDC'],
    ['U S D C', 'U S D C ✅'],
    ['USD Coin', 'U5DC'],
    ['ΕΤH', 'ΕΤH'],
    ['USD Coin', 'UŚDC'],
    ['USD Coln', 'USDC'],
    ['Tether USD', '꒤5DT'],
    ['ꀎꌗꀸ꓄', 'ꀎꌗꀸ꓄'],
    ['ㄩ丂ᗪ匚', 'ㄩ丂ᗪ匚'],
    ['ʊֆɖƈ', 'ʊֆɖƈ'],
    ['ꪊᦓᦔᥴ', 'ꪊᦓᦔᥴ'],
    ['UႽDC', 'UႽDC'],
    ['凵SD丅', '凵SD丅'],
    ['D∀I', 'D∀I'],
  ])('is seen through: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol, '0x7a69')).toContain('disguised-token');
  });

  it.each([
    ['USDI', 'USDI'],
    ['USDollarToken', 'USDŦ'],
    ['τBitcoin Token', 'τBTC'],
    ['Tether USD', 'USD₮'],
    ['Stargate USD₮0 (Bridged)', 'USD₮0'],
    ['Some Coin', 'L1NK'],
  ])('is not a near miss, nor the spelling of the token itself: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol, '0x7a69')).not.toContain('disguised-token');
  });
});

describe('decimals that a protected token does not have', () => {
  it('are zero', () => {
    expect(rulesFor('SWAP', 'USDC', 'gnosis', 0)).toContain('wrong-decimals');
  });

  it('are one sign with its symbol, which verification outweighs', () => {
    const token = { name: 'Growth', symbol: 'USDC', decimals: 0 };
    const isSpam = (verified: boolean | null) => judge(received({ ...token, verified }), watchOf()).spam;
    expect([isSpam(null), isSpam(true)]).toEqual([true, false]);
  });

  it('do not matter in a token of another symbol, or if they are not zero', () => {
    expect(rulesFor('Send Token', 'SEND', 'base', 0)).not.toContain('wrong-decimals');
    expect(rulesFor('Tether USD', 'VOTE', 'gnosis', 0)).not.toContain('wrong-decimals');
    expect(rulesFor('SWAP', 'USDC', 'gnosis', 18)).not.toContain('wrong-decimals');
  });

  it('do not matter in pieces of a collection: the theft of one is not spam because of its symbol', () => {
    const piece = { kind: 'erc721', tokenId: '7', value: 1n, direction: 'out' } as const;
    const stolen = received({ name: 'Apes of the Moon', symbol: 'APE', decimals: 0 }, piece);
    expect(judge(stolen, watchOf())).toMatchObject({ spam: false, reasons: [{ rule: 'borrowed-name' }] });
  });
});
