import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import type { DescribedTransfer } from '../../../functions/transfer/transfer.ts';
import { coinOf, exchange, watchOf } from '../../support/alerts.ts';
import { received, stranger } from '../rule-examples.ts';

const unit = 10n ** 18n;

function rulesFor(transfer: Partial<Omit<DescribedTransfer, 'token'>>, token = {}): string[] {
  return judge(received(token, transfer), watchOf()).reasons.map(({ rule }) => rule);
}

describe("the sender's label", () => {
  it.each(['Fake_Phishing1234', 'Scam: Token Drainer', 'Exploiter 7'])('%s reports it', (label) => {
    expect(rulesFor({ from: { address: exchange, label } })).toContain('reported-sender');
  });

  it('that calls the wallet a victim of a theft does not report what goes out', () => {
    const from = { address: watchOf().wallet, label: 'Bridge Hack Victim' };
    expect(rulesFor({ from, direction: 'out' })).not.toContain('reported-sender');
  });

  it.each(['Disperse.app', 'MultiSender', 'Airdrop Distributor'])('%s is a mass sender', (label) => {
    expect(rulesFor({ from: { address: exchange, label } })).toContain('mass-sender');
    expect(rulesFor({ from: { address: exchange, label }, direction: 'out' })).not.toContain('mass-sender');
  });

  it.each(['Binance 14', 'Hackathon Fund', null])('%s is no sign', (label) => {
    expect(rulesFor({ from: { address: exchange, label } })).toEqual([]);
  });
});

describe('a piece of a collection', () => {
  const piece = { kind: 'erc721', tokenId: '7', value: 1n } as const;

  it('is a lure if it arrived unasked, whatever sender its contract names', () => {
    expect(rulesFor(piece)).toContain('unasked-piece');
    expect(rulesFor({ ...piece, sentBy: stranger })).toContain('unasked-piece');
  });

  it('is no lure if the wallet sent the transaction, or if it goes out; token units never are', () => {
    expect(rulesFor({ ...piece, sentBy: watchOf().wallet })).not.toContain('unasked-piece');
    expect(rulesFor({ ...piece, direction: 'out' })).not.toContain('unasked-piece');
    expect(rulesFor({})).not.toContain('unasked-piece');
  });
});

describe('an airdrop', () => {
  it('is recognised if the token contract itself is the sender, and only when received', () => {
    const from = { address: stranger, label: null };
    expect(rulesFor({ from })).toContain('sent-by-itself');
    expect(rulesFor({ from, direction: 'out' })).not.toContain('sent-by-itself');
    expect(rulesFor({ from: { address: null, label: null } })).not.toContain('sent-by-itself');
  });

  it.each([
    [1_000n * unit, true],
    [25_000n * unit, true],
    [999n * unit, false],
    [1_234n * unit, false],
    [1_000n * unit + 1n, false],
    [0n, false],
  ])('shows in a large round amount: %s units %s', (value, shows) => {
    expect(rulesFor({ value }).includes('round-windfall')).toBe(shows);
  });

  it('needs known decimals, however odd, and no verification', () => {
    const value = 5_000n * unit;
    expect(rulesFor({ value }, { decimals: null })).toEqual([]);
    expect(rulesFor({ value: 0n }, { decimals: 255 })).toEqual([]);
    expect(rulesFor({ value }, { verified: true })).not.toContain('round-windfall');
  });

  it('alone is not spam: all its signs together stay below the threshold', () => {
    const transfer = received({}, { from: { address: stranger, label: 'Airdrop' }, value: 5_000n * unit });
    expect(judge(transfer, watchOf())).toMatchObject({ spam: false, score: 90 });
  });
});

describe('the coin record', () => {
  it.each([
    ['Wrapped SOMETHING', 'ABC', true],
    ['USD Coin', 'USDC', false],
    ['Bridged', 'zUSDC', false],
    ['', '', false],
  ])('of zUSDC and a token %s | %s: a mismatch %s', (name, symbol, isMismatch) => {
    expect(rulesFor({ coin: coinOf() }, { name, symbol }).includes('coin-mismatch')).toBe(isMismatch);
  });

  it('without a name and a symbol contradicts nobody', () => {
    expect(rulesFor({ coin: coinOf({ name: null, symbol: null }) })).toEqual([]);
  });
});
