import { describe, expect, inject, it } from 'vitest';
import { smsText, subjectText } from '../../../functions/alert/text/sentence.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import {
  approvalAlert,
  balanceAlert,
  controlAlert,
  describedTransfer,
  digestAlert,
  exchange,
  lure,
  ok,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  watchingAlert,
} from '../../support/alerts.ts';

const largest = 2n ** 256n - 1n;
const longLabel = 'The treasury of the association of wallet watchers, second floor';

describe('an SMS', () => {
  it('has wallet, amount, symbol, other side and chain', () => {
    expect(smsText(transferAlert())).toBe(
      'Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth',
    );
  });

  it('shortens addresses that have no label', () => {
    const transfer = { direction: 'out', to: { address: exchange, label: null } } as const;
    expect(smsText(transferAlert({ watch: { label: null }, transfer }))).toBe(
      '0xd8dA...6045 sent 12,500.5 USDC to 0x28C6...1d60 on eth. Not yours? Tell your signers now.',
    );
  });

  it.each([
    [
      'a long label',
      {
        watch: { label: 'Treasury of the wallet watchers, 2nd floor' },
        transfer: { to: { address: exchange, label: 'Vendor of everything in the world' } },
      },
    ],
    [
      'a wallet that was quiet',
      {
        dormantDays: 95,
        watch: { label: 'Treasury of the wallet watchers' },
        transfer: { to: { address: exchange, label: null } },
      },
    ],
  ])('says what to do about a payment to somebody new, whatever else is dropped: %s', (_, over) => {
    const sms = smsText(transferAlert({ ...over, transfer: { ...over.transfer, direction: 'out' } }));
    expect(sms).toMatch(/sent 12,500\.5 USDC to .*Not yours\? Tell your signers now\.$/);
    expect(sms.length).toBeLessThanOrEqual(140);
  });

  it('says when a wallet sent to itself', () => {
    expect(smsText(transferAlert({ transfer: { direction: 'self' } }))).toBe(
      'Treasury sent itself 12,500.5 USDC on eth',
    );
  });

  it('says why it is likely spam, first', () => {
    expect(smsText(transferAlert({ verdict: lure }))).toBe(
      'Likely spam: The name holds a web address: claim(.)xyz. Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth',
    );
    const { reasons: _, ...rest } = lure;
    expect(smsText(transferAlert({ verdict: { ...rest, reasons: [] } }))).toMatch(/^Likely spam: Treasury /);
  });

  it("drops the other side's label first, then parts of the symbol and of its own label, never the amount", () => {
    const token = { symbol: 'A_SYMBOL_OF_THIRTY_TWO_LETTERS_X', decimals: 18 };
    const transfer = { value: 10n ** 36n + 1n, from: { address: exchange, label: 'x'.repeat(64) } };
    const amount = '1,000,000,000,000,000,000.000000000000000001';
    const verdict = { ...lure, reasons: [{ rule: 'x', detail: 'An imitation of another token' }] };
    expect(smsText(transferAlert({ transfer, token }))).toBe(
      `Treasury received ${amount} A_SYMBOL_OF_THIRTY_TWO_LETTERS_X from 0x28C6...1d60 on eth`,
    );
    expect(smsText(transferAlert({ watch: { label: longLabel }, transfer, token }))).toBe(
      `The treasury of the a... received ${amount} A_SYMBOL_... from 0x28C6...1d60`,
    );
    expect(smsText(transferAlert({ watch: { label: longLabel }, transfer, token, verdict }))).toBe(
      `Likely spam: An imitation of another token. The treasury of the a... received ${amount} A_SYMBOL_...`,
    );
  });

  it('holds all digits of an absurd amount if they fit', () => {
    expect(smsText(transferAlert({ transfer: { value: largest }, token: { decimals: 0 } }))).toBe(
      `Treasury received ${largest.toLocaleString('en')} USDC on eth`,
    );
    const watch = { label: longLabel };
    const transfer = { value: largest };
    expect(smsText(transferAlert({ watch, transfer, token: { decimals: null } }))).toBe(
      `${longLabel.slice(0, 21)}... received ${largest} units of USDC`,
    );
  });

  it('marks a shortened amount as such if they do not', () => {
    const short = (value: bigint, decimals: number) =>
      smsText(transferAlert({ transfer: { value }, token: { decimals, symbol: 'LONGSYM' }, verdict: lure }));
    expect(short(largest, 0)).toContain('received about 115,792... (78 digits) LONGSYM');
    expect(short(largest, 255)).toContain('received less than 0.00000001 LONGSYM');
    expect(short(largest, 75)).toContain('received about 115.79208923 LONGSYM');
    expect(short(5n * 10n ** 200n + 1n, 200)).toContain('received about 5 LONGSYM');
  });

  it('writes other letters in ASCII, and an address in place of a name without any', () => {
    const token = { symbol: '狗狗币', name: null };
    expect(smsText(transferAlert({ watch: { label: 'Trésorerie Łódź 🚀' }, token }))).toBe(
      'Tresorerie Lodz received 12,500.5 token 0xA0b8...eB48 from "Binance 14" (0x28C6...1d60) on eth',
    );
  });

  it('does not turn a forged symbol into the real one by stripping its accents', () => {
    expect(smsText(transferAlert({ token: { symbol: 'UŚDС' } }))).toContain(' U?D? ');
    expect(smsText(transferAlert({ token: { symbol: 'ＵＳＤＣ' } }))).not.toContain('USDC');
  });

  it('quotes a symbol that reads like our own words', () => {
    expect(smsText(transferAlert({ token: { symbol: 'USDC from "Coinbase"' } }))).toBe(
      `Treasury received 12,500.5 "USDC from 'Coinbase'" from "Binance 14" (0x28C6...1d60) on eth`,
    );
  });

  it('says what to do about an approval or a change of control, however long the label is', () => {
    const watch = { label: 'The main treasury of the foundation for everything, cold' };
    expect(smsText(approvalAlert({}, { watch }))).toMatch(
      / to spend all its USDC.* Not yours\? Tell your signers now\.$/,
    );
    const changes = [{}, { what: 'owner-added' }, { what: 'module-enabled', after: exchange }] as const;
    for (const change of changes)
      expect(smsText(controlAlert(change, watch))).toMatch(/ Not you\? Move everything out at once\.$/);
  });

  it('says that a wallet is watched, from which block, and how to change that', () => {
    expect(smsText(watchingAlert())).toBe(
      'Now watching Treasury on eth: its transfers are reported from now on. To change or stop it: npx chainbell set, npx chainbell remove.',
    );
    expect(smsText(watchingAlert({ label: longLabel }, 18_000_000))).toBe(
      `Now watching ${longLabel} on eth: its transfers are reported from block 18,000,000 on.`,
    );
  });
});

describe('a wallet without a label', () => {
  const symbols = [
    'USDT',
    'USDT.claim now at rewards (500 USD)',
    'crvUSD wstETH',
    'LONGSYMBOLOFATOKEN',
    null,
  ];
  const reasons = [...lure.reasons, { rule: 'x', detail: 'x'.repeat(90) }];
  const verdicts = [{ ...lure, reasons: [] }, ...reasons.map((reason) => ({ ...lure, reasons: [reason] }))];
  const every = [ok, ...verdicts].flatMap((verdict) =>
    symbols.flatMap((symbol) =>
      (['in', 'out', 'self'] as const).flatMap((direction) =>
        [null, 0, 6, 255].flatMap((decimals) =>
          [1n, 12_345_678_912_345n, 123_456_789_123_456n, largest].flatMap((value) =>
            [transferAlert, revertedAlert].map((make) =>
              make({
                watch: { label: null },
                transfer: { value, direction },
                token: { address: exchange, symbol, name: symbol, decimals, verified: null },
                verdict,
              }),
            ),
          ),
        ),
      ),
    ),
  );
  /** The quick run takes one in seven, a number that shares no divisor with the lists above. */
  const told = every.filter((_, n) => inject('thorough') || n % 7 === 0);

  it('is named by its whole short address in each SMS, however little room other words leave', () => {
    for (const sms of told.map(smsText)) {
      expect(sms).toContain('0xd8dA...6045');
      expect(sms.length, sms).toBeLessThanOrEqual(140);
    }
  });

  it('is named by the end of its address at least in each subject', () => {
    for (const subject of told.map(subjectText)) {
      expect(subject).toMatch(/0xd8dA\.\.\.6045|0x\.\.6045/);
      expect(subject.length, subject).toBeLessThanOrEqual(100);
    }
  });
});

describe('the SMS of a transfer that the chain dropped', () => {
  it('says first that it is undone, and not to count on it', () => {
    expect(smsText(revertedAlert())).toBe(
      'Cancelled: Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth. The network took it off the chain: do not count on it.',
    );
    expect(smsText(revertedAlert({ verdict: lure }))).toBe(
      'Likely spam: The name holds a web address: claim(.)xyz. Cancelled: Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth',
    );
  });
});

describe('the SMS of a digest', () => {
  const many = Array.from({ length: 14 }, (_, i) => describedTransfer({ value: BigInt(i + 1) * 1_000_000n }));
  const other = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);

  it('of one token has the sum, the count and the largest', () => {
    const text =
      'Treasury received 105 USDC in 14 transfers on eth, the largest 14 USDC from "Binance 14" (0x28C6...1d60)';
    expect(smsText(digestAlert({ transfers: many }))).toBe(text);
    expect(subjectText(digestAlert({ transfers: many }))).toBe(
      text.replace('"Binance 14" (0x28C6...1d60)', '0x28C6...1d60'),
    );
    expect(smsText(digestAlert({ transfers: many, hidden: 1_234 }))).toBe(
      `${text}. 1,234 more hidden as spam.`,
    );
    const sent = many.map((one) =>
      describedTransfer({ ...one, direction: 'out', to: { address: exchange, label: null } }),
    );
    expect(smsText(digestAlert({ watch: { label: null }, transfers: sent }))).toBe(
      '0xd8dA...6045 sent 105 USDC in 14 transfers on eth, the largest 14 USDC to 0x28C6...1d60. Not yours? Tell your signers now.',
    );
  });

  it('has the raw sum if the decimals are unknown, and no number in other units', () => {
    const raw = [5n, 6n].map((value) => describedTransfer({ value }, { decimals: null }));
    expect(smsText(digestAlert({ transfers: raw }))).toBe(
      'Treasury received 11 units of USDC (decimals unknown) in 2 transfers on eth, the largest 6 units from "Binance 14" (0x28C6...1d60)',
    );
    expect(smsText(transferAlert({ transfer: { value: 1n }, token: { decimals: null } }))).toContain(
      'received 1 unit of USDC (',
    );
    const lost = [
      describedTransfer({ value: 5_000_000n }),
      describedTransfer({ value: 6n }, { decimals: null }),
    ];
    expect(smsText(digestAlert({ transfers: lost }))).toBe(
      'Treasury received 5,000,006 units of USDC (smallest units, decimals unknown) in 2 transfers on eth',
    );
  });

  it('names the other side of a single transfer, once', () => {
    const one = (direction: 'in' | 'out' | 'self') =>
      digestAlert({ transfers: [describedTransfer({ direction })] });
    expect(smsText(one('in'))).toBe(
      'Treasury received 12,500.5 USDC in 1 transfer from "Binance 14" (0x28C6...1d60) on eth',
    );
    expect(smsText(one('self'))).toBe('Treasury sent itself 12,500.5 USDC in 1 transfer on eth');
  });

  it('of more has a sum for each token and direction', () => {
    expect(smsText(digestAlert())).toBe(
      'Treasury had 12 transfers on eth: received 48 USDC (8), sent 30 USDC (4). Not yours? Tell your signers now.',
    );
    expect(smsText(digestAlert({ hidden: 1_234 }))).toBe(
      'Treasury had 12 transfers on eth: received 48 USDC (8), sent 30 USDC (4). 1,234 more hidden as spam. Not yours? Tell your signers now.',
    );
  });

  it("drops digits of a sum, then the sum, before any part of its wallet's short address", () => {
    const copies = (each: number) =>
      ['7', '8'].flatMap((digit) =>
        Array.from({ length: each }, () =>
          describedTransfer(
            { direction: 'self', value: 39n * 10n ** 24n },
            { address: other(digit), symbol: 'USDC', decimals: 0, verified: false },
          ),
        ),
      );
    const told = (each: number) => smsText(digestAlert({ watch: { label: null }, transfers: copies(each) }));
    expect(told(6)).toBe(
      '0xd8dA...6045 had 12 transfers: sent itself about 2e26 USDC (not the known USDC) (unverified) 0x7777...7777 (6) and 6 more to itself',
    );
    expect(told(1_000)).toBe('0xd8dA...6045 had 2,000 transfers on eth: 2,000 to itself');
  });

  it('names first what is surely worth most, however many verified tokens there are beside it', () => {
    const weth = parseAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2');
    const made = ['1', '2', '3'].flatMap((digit) =>
      [1n, 2n].map((value) => describedTransfer({ value }, { address: other(digit), symbol: 'MADE' })),
    );
    const ether = { address: weth, symbol: 'WETH', decimals: 18 };
    const transfers = [...made, describedTransfer({ value: 900n * 10n ** 18n }, ether)];
    expect(smsText(digestAlert({ transfers }))).toMatch(
      /^Treasury had 7 transfers on eth: received 900 WETH \(1\), /,
    );
  });

  it('has tokens verified by the API first, then those with most transfers, and counts the rest', () => {
    const token = (digit: string, verified: boolean) =>
      describedTransfer({}, { address: other(digit), symbol: `TOKEN${digit}`, verified });
    const transfers = [
      ...Array.from({ length: 9 }, () => token('1', false)),
      ...Array.from({ length: 2 }, () => token('2', true)),
      ...Array.from({ length: 3 }, () => token('3', true)),
      token('4', false),
      describedTransfer({ direction: 'self' }, { address: other('5'), verified: false }),
    ];
    const alert = digestAlert({ transfers });
    expect(smsText(alert)).toBe(
      'Treasury had 16 transfers on eth: received 37,501.5 TOKEN3 (3), received 25,001 TOKEN2 (2) and 11 more (10 in, 1 to itself)',
    );
    expect(subjectText(alert)).toBe(
      'Treasury had 16 transfers: received 37,501.5 TOKEN3 (3), received 25,001 TOKEN2 (2) and 11 more',
    );
  });

  it("shows the contract of a token with another token's name", () => {
    const bundles = many.map((one) => ({
      ...one,
      token: { ...one.token, address: other('2'), symbol: 'BNDL' },
    }));
    const fake = describedTransfer({}, { address: other('1'), symbol: 'BNDL', verified: null });
    expect(smsText(digestAlert({ transfers: [...bundles, fake] }))).toBe(
      'Treasury had 15 transfers on eth: received 105 BNDL (14), received 12,500.5 BNDL (unverified) 0x1111...1111 (1)',
    );
    const copy = describedTransfer({}, { address: other('1'), verified: null });
    expect(smsText(digestAlert({ transfers: [...many, copy] }))).toBe(
      'Treasury had 15 transfers on eth: received 105 USDC (14), received 12,500.5 USDC (not the known USDC) (unverified) (1)',
    );
  });

  it('keeps the wallet and the sum when nothing else fits, shortened and marked as such', () => {
    const huge = (symbol: string) => describedTransfer({ value: largest }, { decimals: null, symbol });
    const transfers = Array.from({ length: 1_500 }, () => huge('LONGSYMBOL'));
    expect(smsText(digestAlert({ watch: { label: longLabel }, transfers }))).toBe(
      'The treasury of the a... received about 173,688... (81 digits) units of LONGSYMBOL (decimals unknown) in 1,500 transfers on eth',
    );
    expect(subjectText(digestAlert({ watch: { label: longLabel }, transfers }))).toBe(
      'The treasury of the a... received about 173,688... (81 digits) units of LONGS... in 1,500 transfers',
    );
  });

  it('has the counts if not even one sum fits', () => {
    const token = { decimals: null, symbol: 'LONGSYMBOL', verified: null };
    const transfers = Array.from({ length: 1_500 }, (_, i) =>
      describedTransfer({ value: largest }, { ...token, address: other(i % 3 === 0 ? '1' : '2') }),
    );
    expect(subjectText(digestAlert({ watch: { label: longLabel }, transfers }))).toBe(
      `${longLabel} had 1,500 transfers: 1,500 in`,
    );
  });
});

describe('the SMS of a poisoning warning', () => {
  it('shows both ends of both addresses, the wallet and what not to do', () => {
    expect(smsText(poisoningAlert())).toBe(
      'Scam attempt, nothing lost: someone copied an address you paid. Treasury: 0x28c6(0000..)1d60 imitates 0x28C6(c062..)1d60. Copy neither.',
    );
  });

  it('cuts the name of the wallet, never its own words', () => {
    const sms = smsText(poisoningAlert({ watch: { label: longLabel } }));
    expect(sms).toMatch(
      / an address you paid\. The treasu.*\.\.\.: 0x.* (Copy neither|Never copy addresses)\.$/,
    );
  });

  it('shows the address of a wallet whose label would begin a link with the colon', () => {
    expect(smsText(poisoningAlert({ watch: { label: 'tel' } }))).toMatch(/ 0xd8dA\.\.\.6045: 0x/);
  });

  it('names the wallet, even beside long addresses, the count and the advice', () => {
    // Seven digits alike at each end, which take more room than four do.
    const address = parseAddress(`${exchange.slice(0, 9)}${'8'.repeat(26)}${exchange.slice(35)}`);
    const warning = (label: string | null, proven: boolean) =>
      smsText(
        poisoningAlert({
          watch: { label },
          others: 9_999,
          lookalike: { address, proven, samePrefix: 7, sameSuffix: 7 },
        }),
      );
    expect(warning(null, true)).toBe(
      'Scam attempt, nothing lost: someone copied an address you paid. 0xd8dA...6045: 0x28c6..(8888..)..1d60 imitates it; 9999 more. Copy neither.',
    );
    expect(warning(null, false)).toBe(
      '0xd8dA...6045: 0x28c6(0000..)1d60 looks like 0x28C6(c062..)1d60, neither was paid in a known token; 9999 more. Never copy addresses.',
    );
    expect(warning(longLabel, true)).toBe(
      'Scam attempt, nothing lost: someone copied an address you paid. The treasur...: 0x28c6..(8888..)..1d60 imitates it; 9999 more. Copy neither.',
    );
    expect(warning(longLabel, false)).toBe(
      'The treasury of th...: 0x28c6(0000..)1d60 looks like 0x28C6(c062..)1d60, neither was paid in a known token; 9999 more. Never copy addresses.',
    );
  });
});

describe('a subject', () => {
  it('has wallet and amount', () => {
    expect(subjectText(transferAlert())).toBe(
      'Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth',
    );
    expect(subjectText(watchingAlert())).toBe(
      'Now watching Treasury on eth: its transfers are reported from now on.',
    );
  });

  it('says that it is likely spam', () => {
    expect(subjectText(transferAlert({ verdict: lure }))).toBe(
      'Likely spam: Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth',
    );
  });

  it('begins with what happened to the transfer, if anything did', () => {
    expect(subjectText(revertedAlert())).toBe(
      'Cancelled: Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth',
    );
    expect(subjectText(poisoningAlert())).toBe(
      'Scam attempt, nothing lost: someone copied an address that Treasury paid: 0x28c6...1d60 imitates it',
    );
    expect(subjectText(digestAlert())).toBe(
      'Treasury had 12 transfers on eth: received 48 USDC (8), sent 30 USDC (4)',
    );
  });

  it('is never longer than SNS takes: a refused alert holds back all later ones of its wallet', () => {
    const { token } = describedTransfer({}, { address: exchange, symbol: '"USDC"', verified: null });
    const watch = { label: longLabel };
    const piece = { of: 'erc721', token, value: null, unlimited: false, tokenId: '9'.repeat(78) } as const;
    const told = [
      balanceAlert({ token, value: '1', fell: 'f1', minimum: '12345678.123456' }, watch),
      balanceAlert({ token, value: String(largest), minimum: '250000' }, watch),
      approvalAlert({ ...piece, isGranted: false }, { watch, verdict: lure }),
    ];
    for (const subject of told.map(subjectText)) expect(subject.length, subject).toBeLessThanOrEqual(100);
  });
});
