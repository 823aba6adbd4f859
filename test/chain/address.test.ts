import { describe, expect, it } from 'vitest';
import {
  AddressUnreadable,
  checksumAddress,
  parseAddress,
  readAddress,
  shownAddress,
} from '../../functions/chain/address.ts';

/** The test cases of EIP-55: all capitals, all lower, then normal. */
const eip55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('an address that a person types', () => {
  it.each(eip55)(
    '%s fits its checksum, keeps it when written, and may be given in lower and in upper case',
    (address) => {
      const parsed = parseAddress(address);
      expect(parsed).toBe(address.toLowerCase());
      expect(checksumAddress(parsed)).toBe(address);
      expect([address.toLowerCase(), ` 0x${address.slice(2).toUpperCase()}\n`].map(parseAddress)).toEqual([
        parsed,
        parsed,
      ]);
    },
  );

  it("is a typing error if one letter's case does not fit the checksum", () => {
    const wrong = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect(() => parseAddress(wrong)).toThrow(AddressUnreadable);
    expect(() => parseAddress(wrong)).toThrow(/checksum/);
    expect(['0x12', wrong, wrong.toLowerCase()].map(shownAddress)).toEqual(['0x12', wrong, eip55[4]]);
  });

  it('that is no address is refused, with the typed text shortened', () => {
    for (const text of [
      '',
      '0x',
      '0x123',
      `0x${'g'.repeat(40)}`,
      `0x${'1'.repeat(41)}`,
      'vitalik.eth',
      '1'.repeat(40),
    ]) {
      expect(() => parseAddress(text)).toThrow(AddressUnreadable);
    }
    expect(() => parseAddress('x'.repeat(10_000))).toThrow(/^.{0,200}$/);
  });
});

describe('an address in a reply', () => {
  it('is read in any letter case, even with a wrong checksum', () => {
    expect(readAddress('0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    );
  });

  it('is null for anything else', () => {
    for (const value of [null, undefined, 7, '', '0x12', ['0x'], {}, ` 0x${'1'.repeat(40)}`]) {
      expect(readAddress(value)).toBeNull();
    }
  });
});
