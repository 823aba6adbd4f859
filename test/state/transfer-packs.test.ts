import { describe, expect, it } from 'vitest';
import { packTransfers, unpackTransfers } from '../../functions/state/transfer-packs.ts';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import { describedTransfer } from '../support/alerts.ts';

const transferOf = (token: Partial<Transfer['token']> = {}): Transfer => {
  const { direction, coin, ...transfer } = describedTransfer({ value: 2n ** 256n - 1n }, token);
  return transfer;
};

describe('transfers that are kept between two polls', () => {
  it('come back as they were, their values to the last digit', () => {
    const kept = [
      transferOf(),
      { ...transferOf(), from: { address: null, label: null }, blockTimestamp: null },
    ];
    const [pack, ...others] = packTransfers(kept);
    expect(others).toEqual([]);
    expect(unpackTransfers(pack)).toEqual(kept);
    expect(packTransfers([])).toEqual([]);
  });

  it('keep as much of a text as a rule reads, so that a made-up token does not fill the table', () => {
    const [pack] = packTransfers([transferOf({ name: 'n'.repeat(100_000), symbol: 's'.repeat(1_024) })]);
    expect(unpackTransfers(pack)).toMatchObject([
      { token: { name: 'n'.repeat(1_024), symbol: 's'.repeat(1_024) } },
    ]);
  });

  it('are in packs that each fit an item, whatever strangers write', () => {
    const name = (n: number) => String.fromCodePoint(0x4e00 + n).repeat(1_024);
    const kept = Array.from({ length: 300 }, (_, n) => transferOf({ name: name(n), symbol: name(n) }));
    const packs = packTransfers(kept);
    expect(packs.flatMap(unpackTransfers)).toEqual(kept);
    // 100,000 characters, of which each takes three bytes.
    for (const pack of packs) expect(unpackTransfers(pack).length).toBeLessThan(50);
  });

  it.each([undefined, 'text', new Uint8Array([1, 2, 3])])('are read from packs only: %o throws', (wrong) => {
    expect(() => unpackTransfers(wrong)).toThrow();
  });
});
