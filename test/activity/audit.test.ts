import { expect, it } from 'vitest';
import { judgeFinds } from '../../functions/activity/audit.ts';
import type { ChainRecord } from '../../functions/activity/chain-record.ts';
import { walletNumber } from '../support/hinted-world.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];
const record = { missed: [], distrusted: null } as unknown as ChainRecord;
const shown = new Map([
  [
    alice,
    {
      wallet: alice,
      spans: [
        [10, 12],
        [20, 20],
      ] as const,
    },
  ],
]);
const found = (wallet: typeof alice, ...transfers: (readonly [token: string, block: number])[]) => ({
  wallet,
  stamp: 'a sweep',
  transfers: transfers.map(([token, block]) => ({ token, block })),
});
const judged = (finds: ReturnType<typeof found>[], before = record, minute = 5_000) =>
  judgeFinds(before, finds, shown, minute);

it.each([
  [9, true],
  [10, false],
  [12, false],
  [13, true],
  [19, true],
  [20, false],
  [21, true],
])(
  'a transfer of block %i that a sweep found beside blocks 10 to 12 and 20 was missed: %s',
  (block, isMissed) => {
    expect(judged([found(alice, ['0xa', block])]).missing).toEqual(isMissed ? [alice] : []);
  },
);

it('all transfers of a wallet of which nothing was shown were missed', () => {
  expect(judged([found(bob, ['0xa', 11])]).missing).toEqual([bob]);
});

it('two tokens that were missed within a day make the chain ordinary for a day, and are told with their wallets', () => {
  const { record: after } = judged([found(alice, ['0xa', 13])]);
  expect([after.missed, after.distrusted]).toEqual([[{ token: '0xa', wallet: alice, at: 5_000 }], null]);
  const inTime = judged([found(bob, ['0xb', 13])], after, 5_000 + 1_439);
  expect(inTime.missing).toEqual([bob]);
  expect(inTime.record).toMatchObject({
    missed: [],
    distrusted: {
      until: 5_000 + 1_439 + 1_440,
      reason: expect.stringContaining(`0xa (wallet ${alice}) and 0xb (wallet ${bob})`),
    },
  });
  expect(judged([found(bob, ['0xb', 13])], after, 5_000 + 1_440).record.distrusted).toBeNull();
});
