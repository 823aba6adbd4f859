import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { DigestAlert } from '../../../functions/alert/alert.ts';
import { composeDigestAlerts } from '../../../functions/alert/compose/compose-digests.ts';
import { outgoing } from '../../../functions/alert/outgoing-alert.ts';
import { toSnsMessage } from '../../../functions/alert/sns-message.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import type { DescribedTransfer } from '../../../functions/transfer/transfer.ts';
import { expectValidAlert } from '../../support/alert-schema.ts';
import { describedTransfer, watchOf } from '../../support/alerts.ts';

const tokenAt = (i: number) => parseAddress(`0x${i.toString(16).padStart(40, '0')}`);
const compose = (transfers: readonly DescribedTransfer[], hidden = 0, watch = watchOf()) =>
  composeDigestAlerts({
    watch,
    transfers: transfers.map((transfer, i) => ({ key: `key ${i}`, transfer })),
    hidden,
    detectedAt: '2026-01-02T03:06:12.345Z',
  });
/** As many tokens as transfers, each text of the token made of the same character. */
const storm = (length: number, character = 'x', over: Partial<DescribedTransfer['token']> = {}) =>
  Array.from({ length }, (_, i) =>
    describedTransfer(
      {
        blockNumber: i,
        value: 2n ** 256n - 1n,
        from: { address: null, label: character.repeat(64) },
        to: { address: null, label: character.repeat(64) },
      },
      {
        address: tokenAt(i),
        name: character.repeat(64),
        symbol: character.repeat(32),
        ...over,
      },
    ),
  );
/** A digest's JSON in the outbox, and its message, five copies and an email, in SNS. */
function expectItFits(alert: DigestAlert): void {
  expectValidAlert(JSON.stringify(alert));
  expect(Buffer.byteLength(JSON.stringify(alert))).toBeLessThan(40 * 1024);
  const { Subject, Message, MessageAttributes } = toSnsMessage(outgoing(alert));
  const bytes = Buffer.byteLength(Subject + Message + JSON.stringify(MessageAttributes));
  expect(bytes).toBeLessThan(256 * 1024);
}

describe('the digests of one poll', () => {
  it('are one where its tokens fit, however many transfers there are', () => {
    const transfers = Array.from({ length: 2_000 }, (_, i) =>
      describedTransfer({}, { address: tokenAt(i % 50) }),
    );
    expect(compose(transfers)).toHaveLength(1);
  });

  it('together count and sum every transfer exactly once, each token in one of them alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 300 }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })), {
          minLength: 1,
          maxLength: 600,
          size: 'max',
        }),
        (moves) => {
          const transfers = moves.map(([token, value], i) =>
            describedTransfer({ blockNumber: i, value }, { address: tokenAt(token) }),
          );
          const digests = compose(transfers, 9).map(({ digest }) => digest);
          const summed = new Map<string, bigint>();
          for (const { token, value } of digests.flatMap(({ totals }) => totals))
            summed.set(token.address, (summed.get(token.address) ?? 0n) + BigInt(value));
          const truth = new Map<string, bigint>();
          for (const [token, value] of moves)
            truth.set(tokenAt(token), (truth.get(tokenAt(token)) ?? 0n) + value);
          expect(summed).toEqual(truth);
          for (const { count, totals } of digests)
            expect(totals.reduce((sum, total) => sum + total.count, 0)).toBe(count);
          expect(digests.reduce((sum, { count }) => sum + count, 0)).toBe(moves.length);
          expect(digests.reduce((sum, { hidden }) => sum + hidden, 0)).toBe(9);
          expect(digests.flatMap(({ totals }) => totals)).toHaveLength(truth.size);
        },
      ),
      // Shrinking an array of 600 takes minutes and says no more.
      { numRuns: inject('thorough') ? 30 : 3, endOnFailure: true },
    );
  });

  it('count what is hidden in the first one, which tells of what went out', () => {
    const transfers = [describedTransfer(), describedTransfer({ direction: 'out' })];
    const told = compose(transfers, 5).map(({ digest }) => [digest.totals[0]?.direction, digest.hidden]);
    expect(told).toEqual([
      ['out', 5],
      ['in', 0],
    ]);
  });

  it('have a known token in the first one, however many made-up tokens came before it', () => {
    const usdt = parseAddress('0xdac17f958d2ee523a2206206994597c13d831ec7');
    const transfers = [
      ...storm(120, 'x', { verified: false }),
      describedTransfer({}, { address: usdt, verified: true }),
    ];
    const [first, ...others] = compose(transfers).map(({ digest }) =>
      digest.totals.map(({ token }) => token.address),
    );
    expect(others.length).toBeGreaterThan(0);
    expect(first).toContain(usdt);
  });

  it('have an id each, the same at every retry', () => {
    const ids = compose(storm(400)).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    expect(compose(storm(400)).map(({ id }) => id)).toEqual(ids);
  });

  it.each(inject('thorough') ? ['"', '\\', '円', '🚀', 'x'] : ['"', '円'])(
    'fit in SNS and in the outbox when every text is made of %s and as long as can be',
    (character) => {
      const text = character.repeat(64);
      const watch = watchOf({ label: text, tags: Array.from({ length: 40 }, (_, i) => `${i}${text}`) });
      const logo = `https://a.bc/${'a'.repeat(1_000)}`;
      const tokens = [{ logo: null }, { decimals: 255, logo }];
      const digests = tokens.flatMap((token) => compose(storm(100, character, token), 0, watch));
      for (const alert of digests) expectItFits(alert);
    },
  );

  it('fit just as well at every number of tokens, where the last halving leaves the most', () => {
    for (let length = 40; length <= 120; length += inject('thorough') ? 8 : 40)
      for (const alert of compose(storm(length, '"', { logo: null }))) expectItFits(alert);
  });

  it('are few for the tokens of a real storm', () => {
    const transfers = Array.from({ length: 100 }, (_, i) => describedTransfer({}, { address: tokenAt(i) }));
    expect(compose(transfers).length).toBeLessThanOrEqual(2);
  });
});
