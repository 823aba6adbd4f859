import { describe, expect, it } from 'vitest';
import { worthText, writeAmount } from '../../../../functions/alert/text/parts/shown-amount.ts';

const digits = (count: number) => '1234567890'.repeat(8).slice(0, count);

describe('the forms of an amount, each shorter than the one before', () => {
  it.each([
    ['12500.5', '12,500.5', '12,500.5', '12,500.5'],
    ['1000', '1,000', '1,000', '1,000'],
    ['0.123456789', '0.123456789', 'about 0.12345678', 'about 0.12345678'],
    ['7.000000001', '7.000000001', 'about 7', 'about 7'],
    ['7.100000001', '7.100000001', 'about 7.1', 'about 7.1'],
    ['0.000000001', '0.000000001', ...Array<string>(2).fill('less than 0.00000001')],
    [digits(9), ...Array<string>(3).fill('123,456,789')],
    [digits(15), ...Array<string>(2).fill('123,456,789,012,345'), 'about 1e14'],
    [digits(16), '1,234,567,890,123,456', 'about 123,456... (16 digits)', 'about 1e15'],
  ])('of %s', (amount, grouped = '', short = '', magnitude = '') => {
    const written = (['grouped', 'plain', 'short', 'magnitude'] as const).map((form) =>
      writeAmount(amount, form),
    );
    expect(written).toEqual([grouped, amount, short, magnitude]);
  });
});

describe('the worth of a transfer', () => {
  const usd = { amount: '7500.3', price: '0.6', at: '2026-01-02T03:00:00.000Z', confidence: 0.9 };

  it.each([
    ['as sure as it must be', usd, '$7,500.30'],
    ['less sure', { ...usd, confidence: 0.89 }, null],
    ['of a dollar, whose amount says it', { ...usd, price: '1' }, null],
    ['of less than a cent', { ...usd, amount: '0' }, 'less than a cent'],
    ['of a cent', { ...usd, amount: '0.01' }, '$0.01'],
    ['without cents', { ...usd, amount: '1000' }, '$1,000'],
    ['that nobody knows', null, null],
  ])('%s', (_what, known, shown) => {
    expect(worthText({ usd: known })).toBe(shown);
  });
});
