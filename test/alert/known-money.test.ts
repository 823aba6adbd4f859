import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { emailText } from '../../functions/alert/email/email.ts';
import { tokenName } from '../../functions/alert/text/parts/names.ts';
import { smsText, subjectText } from '../../functions/alert/text/sentence.ts';
import { asciiStyle, chatStyle, emailStyle, terminalStyle } from '../../functions/alert/text/style.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import list from '../../functions/chain/protected-tokens.json' with { type: 'json' };
import { alertMessage } from '../../functions/deliver-alerts/kinds/alert-message.ts';
import { cleanText } from '../../functions/text/safe-text.ts';
import { alertLine } from '../../lib/alert-line.ts';
import {
  describedTransfer,
  digestAlert,
  imitation,
  poisoningAlert,
  revertedAlert,
  transferAlert,
} from '../support/alerts.ts';
import { anyText } from '../support/any-text.ts';
import { forAll } from '../support/for-all.ts';

/** Stablecoins, chains' own coins and bitcoin, from the list of genuine tokens. */
const money = list.tokens
  .filter((token) => ['stablecoin', 'wrapped-native', 'wrapped-bitcoin'].includes(token.class))
  .map(({ symbol }) => symbol);
const anywhere = new RegExp(money.map((symbol) => symbol.toLowerCase()).join('|'), 'gu');

const letterOrDigit = /[\p{L}\p{Nd}]/u;
const small = /\p{Ll}/u;
const capital = /\p{Lu}/u;

/** Whether a word ends between these two characters, by the contract. */
function endsBetween(before: string, after: string): boolean {
  if (!letterOrDigit.test(before) || !letterOrDigit.test(after)) return true;
  return small.test(before) && capital.test(after);
}

/** The known money that a text names as a word. This oracle is independent of how texts are made or judged. */
function moneyNamed(text: string): string[] {
  const characters = Array.from(text);
  const lower = characters.map((one) => one.toLowerCase()).map((one) => (one.length === 1 ? one : '_'));
  return Array.from(lower.join('').matchAll(anywhere))
    .filter(({ index, 0: found }) => {
      const at = (place: number) => characters[place] ?? ' ';
      const end = index + found.length;
      return endsBetween(at(index - 1), at(index)) && endsBetween(at(end - 1), at(end));
    })
    .map(([found]) => found);
}

/** The rest of each line after its last mark. */
function unmarkedIn(text: string): string[] {
  return text
    .replace(/\n {2}/g, ' ')
    .split('\n')
    .flatMap((line) => moneyNamed(line.split(/\(not the known \S+\)/).at(-1) ?? ''));
}

it('the oracle finds known money as the contract defines it', () => {
  for (const text of 'USDC usdc-x MillionUSDC nativeUSDC x(USDC) USDC_2 aUSDeB stETH xUSDeY'.split(' '))
    expect(moneyNamed(text)).toHaveLength(1);
  for (const text of 'USDC2 USDCx WETHER Gold ETHICS 9USDC'.split(' ')) expect(moneyNamed(text)).toEqual([]);
  expect(unmarkedIn('1 USDC (not the known USDC)')).toEqual([]);
  expect(unmarkedIn('1 USDC (not the known USDC)\n2 USDC')).toEqual(['usdc']);
});

const stranger = parseAddress('0x5ca1ab1e00000000000000000000000000000001');
const chain = findChain('base');
const otherStyles = [emailStyle, terminalStyle, chatStyle];
const cuts = [32, 12, 8, 6];

function tokenOf(symbol: string) {
  const named = { address: stranger, symbol: cleanText(symbol, 32), name: null };
  return { ...named, decimals: 6, logo: null, verified: null };
}

/** Latin letters and their signs, and a sample of all other characters; the thorough test takes all before the ideographs. */
function* characters(): Generator<string> {
  const [each, step] = inject('thorough') ? [0x3000, 11] : [0x250, 6_421];
  for (let point = 0; point < 0x11_0000; point += point < each ? 1 : step) {
    const character = String.fromCodePoint(point);
    if (!/[\p{Cn}\p{Cs}\p{Co}]/u.test(character)) yield character;
  }
}

it('no character before, after or inside a symbol makes a name read as known money, in any style and length', {
  timeout: 600_000,
}, () => {
  const { wallet } = transferAlert({ watch: { chain } });
  let turn = 0;
  for (const character of characters()) {
    turn += 1;
    const symbol = money[turn % money.length] ?? 'USDC';
    const inside = 1 + (turn % (symbol.length - 1));
    const names = [
      character + symbol,
      symbol + character,
      symbol.slice(0, inside) + character + symbol.slice(inside),
      `${symbol}${character}${'x'.repeat(28)}`,
      `x${character}${symbol}${character}x`,
    ];
    // Only the ASCII style omits characters, so the other styles take turns.
    const other = turn % 8 === 0 ? otherStyles[(turn / 8) % otherStyles.length] : undefined;
    const cut = cuts[turn % cuts.length];
    for (const style of [asciiStyle, ...(other ? [other] : [])])
      for (const name of names)
        for (const length of [100, cut]) {
          const shown = tokenName(tokenOf(name), { wallet }, style, length);
          if (unmarkedIn(shown).length > 0) expect.fail(`${JSON.stringify(name)} is shown as ${shown}`);
        }
  }
});

it.each([
  ...pairsOf(
    'EURC €URC | BTC ₿TC ฿TC | WETH WΞTH VVETH | DAI D₳I | ETH E†H | FRAX ₣RAX | WBTC vvBTC | stETH STETH',
  ),
  ...pairsOf('USDC USD₵ ᴜꜱᴅᴄ ᑌᔕᗪᑕ 🅤🅢🅓🅒 🇺🇸🇩🇨 ⒰⒮⒟⒞ USD⊂ U₴DC U§DC | PYUSD ᴘʏᴜꜱᴅ | USDT 🆄🆂🅳🆃 USD₸'),
])('%s is drawn like %s, and marked in every style', (symbol = '', known) => {
  const { wallet } = transferAlert({ watch: { chain } });
  for (const style of [asciiStyle, ...otherStyles]) {
    const shown = tokenName(tokenOf(symbol), { wallet }, style);
    if (!shown.startsWith('token ')) expect(shown).toContain(` (not the known ${known})`);
  }
});

function pairsOf(lists: string): string[][] {
  return lists.split(' | ').flatMap((list) => {
    const [known = '', ...copies] = list.split(' ');
    return copies.map((copy) => [copy, known]);
  });
}

const piece = fc.oneof(
  { arbitrary: fc.constantFrom(...money), weight: 3 },
  fc.constantFrom(' ', ...'-_.()"xX7\u00d7\u0301\u200b', 'million', 'native', 'refund'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
  anyText(2),
);
const hostileName = fc.option(
  fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')),
);
const hostileParts = fc.record({
  symbol: hostileName,
  name: hostileName,
  label: fc.constantFrom('T', 'Treasury', 'x'.repeat(64)),
  value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  decimals: fc.option(fc.constantFrom(0, 6, 18, 255)),
  direction: fc.constantFrom('in', 'out', 'self'),
});

function textsOf(alert: Alert): string[] {
  const { headline, lines } = alertMessage(alert);
  const chat = [headline, ...lines].join('\n');
  return [smsText(alert), subjectText(alert), emailText(alert), alertLine(alert), chat];
}

it("no text names known money without a mark, whatever the token's name is", { timeout: 600_000 }, () =>
  forAll(
    [hostileParts],
    ({ symbol, name, label, value, decimals, direction }) => {
      const parts = {
        watch: { chain, label },
        transfer: { value, direction, from: { address: imitation, label: null } },
        token: { address: stranger, symbol, name, decimals, verified: null },
      };
      const transfers = Array.from({ length: 3 }, () => describedTransfer(parts.transfer, parts.token));
      const alerts = [
        transferAlert(parts),
        revertedAlert(parts),
        poisoningAlert(parts),
        digestAlert({ watch: parts.watch, transfers }),
      ];
      for (const alert of alerts) {
        for (const text of textsOf(alert)) expect(unmarkedIn(text), text).toEqual([]);
        expect(smsText(alert).length).toBeLessThanOrEqual(140);
        expect(subjectText(alert).length).toBeLessThanOrEqual(100);
      }
    },
    { numRuns: inject('thorough') ? 300 : 8 },
  ),
);
