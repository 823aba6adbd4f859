import { expect, it } from 'vitest';
import { neverScanned } from '../../functions/activity/chain-record.ts';
import { distrustedBy, type Find, judgeFinds } from '../../functions/activity/finds.ts';
import { walletNumber } from '../support/hinted-world.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];
const day = 1_440;
const found = (wallet: typeof alice, ...transfers: (readonly [token: string, block: number])[]): Find => ({
  wallet,
  stamp: 'a sweep',
  transfers: transfers.map(([token, block]) => ({ token, block })),
  until: null,
});
/** Scans have shown alice in block 10. */
const judged = (finds: Find[], minute = 5_000) =>
  judgeFinds(finds, (wallet, block) => wallet === alice && block === 10, minute);

it('a wallet with transfers that no scan showed is polled ordinarily for a day, and the find has their tokens', () => {
  const find = found(alice, ['0xa', 10], ['0xb', 11]);
  expect(judged([find])).toEqual([{ ...find, transfers: [{ token: '0xb', block: 11 }], until: 5_000 + day }]);
});

it('a wallet whose transfers were all shown is not polled ordinarily any longer', () => {
  expect(judged([found(alice, ['0xa', 10])])[0]?.until).toBe(5_000);
});

it('a find is judged once', () => {
  const [verdict] = judged([found(bob, ['0xa', 10])]);
  expect(verdict === undefined || judged([verdict], 5_100)[0]).toBe(verdict);
});

it('two tokens that were missed within a day make the chain ordinary for a day, and are reported with their wallets', () => {
  const first = judged([found(alice, ['0xa', 13])]);
  expect(distrustedBy(first, neverScanned, 5_000)).toBeNull();
  expect(distrustedBy([...first, ...judged([found(bob, ['0xa', 13])])], neverScanned, 5_000)).toBeNull();
  const inTime = [...first, ...judged([found(bob, ['0xb', 13])], 5_000 + day - 1)];
  const distrusted = distrustedBy(inTime, neverScanned, 5_000 + day - 1);
  expect(distrusted).toEqual({
    until: 5_000 + day - 1 + day,
    reason: expect.stringContaining(`0xa (wallet ${alice}) and 0xb (wallet ${bob})`),
  });
  expect(distrustedBy(inTime, neverScanned, 5_000 + day)).toBeNull();
  expect(distrustedBy([], { ...neverScanned, distrusted }, 5_000 + 2 * day - 2)).toBe(distrusted);
  expect(distrustedBy(inTime, { ...neverScanned, distrusted }, 5_000 + 2 * day - 1)).toBeNull();
});
