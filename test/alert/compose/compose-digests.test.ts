import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { DigestAlert } from '../../../functions/alert/alert.ts';
import { composeDigestAlerts } from '../../../functions/alert/compose/compose-digests.ts';
import { toSnsMessage } from '../../../functions/alert/publish.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import type { DescribedTransfer } from '../../../functions/transfer/transfer.ts';
import { expectValidAlert } from '../../support/alert-schema.ts';
import { describedTransfer, toTell, watchOf } from '../../support/alerts.ts';

const tokenAt = (i: number) => parseAddress(`0x${i.toString(16).padStart(40, '0')}`);
const compose = (transfers: readonly DescribedTransfer[], hidden = 0, watch = watchOf()) =>
  composeDigestAlerts({ watch, reported: toTell(transfers), hidden, detectedAt: '2026-01-02T03:06:12.345Z' });
/** As many tokens as transfers; each text of a token repeats one character. */
const storm = (length: number, character = 'x', over: Partial<DescribedTransfer['token']> = {}) => {
  const side = { address: null, label: character.repeat(64) };
  const moved = { value: 2n ** 256n - 1n, from: side, to: side };
  const token = { name: character.repeat(64), symbol: character.repeat(32), ...over };
  return Array.from({ length }, (_, i) =>
    describedTransfer({ ...moved, blockNumber: i }, { address: tokenAt(i), ...token }),
  );
};
/** More tokens than one digest has room for. */
const many = 450;
/** What SNS and SQS take. */
const mostBytes = 256 * 1024;

/** Fails unless a digest in all its SNS forms fits, and its JSON in SNS's envelope in a queue, as a dead letter with its attributes. */
function expectItFits(alert: DigestAlert): void {
  const json = JSON.stringify(alert);
  expectValidAlert(json);
  const { Subject, Message, MessageAttributes } = toSnsMessage(alert);
  const attributes = JSON.stringify(MessageAttributes);
  expect(Buffer.byteLength(Subject + Message + attributes)).toBeLessThan(mostBytes);
  const envelope = JSON.stringify({
    ...{ Type: 'Notification', MessageId: 'x'.repeat(36), TopicArn: 'x'.repeat(300), SignatureVersion: '1' },
    ...{ Subject, Message: json, Timestamp: alert.detectedAt, MessageAttributes },
    ...{ Signature: 'x'.repeat(344), SigningCertURL: 'x'.repeat(200), UnsubscribeURL: 'x'.repeat(500) },
  });
  const { email, sms } = JSON.parse(Message);
  expect(Buffer.byteLength(email)).toBeLessThan(64 * 1024);
  expect(sms.length).toBeLessThanOrEqual(140);
  const deadLetter = { status: 'x'.repeat(100), reason: 'x'.repeat(1_000) };
  expect(Buffer.byteLength(envelope + JSON.stringify(deadLetter))).toBeLessThan(mostBytes);
}

describe('the digests of one poll', () => {
  it('are one if all tokens fit, however many transfers there are', () => {
    const transfers = Array.from({ length: 2_000 }, (_, i) =>
      describedTransfer({}, { address: tokenAt(i % 50) }),
    );
    expect(compose(transfers)).toHaveLength(1);
  });

  it('together count and sum every transfer exactly once, each token in a single digest', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 1_500 }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })), {
          minLength: 1,
          maxLength: 1_200,
          size: 'max',
        }),
        (moves) => {
          const transfers = moves.map(([token, value], i) =>
            describedTransfer({ blockNumber: i, value }, { address: tokenAt(token) }),
          );
          const digests = compose(transfers, 9).map(({ digest }) => digest);
          const summed = new Map<string, bigint>();
          for (const { token, value } of digests.flatMap(({ totals }) => totals))
            summed.set(String(token.address), (summed.get(String(token.address)) ?? 0n) + BigInt(value));
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
      // Shrinking an array of 600 takes minutes and would not help.
      { numRuns: inject('thorough') ? 30 : 2, endOnFailure: true },
    );
  });

  it('count hidden transfers once, in the first digest, the outgoing one', () => {
    const transfers = [describedTransfer(), describedTransfer({ direction: 'out' })];
    const told = compose(transfers, 5).map(({ digest }) => [digest.totals[0]?.direction, digest.hidden]);
    expect(told).toEqual([
      ['out', 5],
      ['in', 0],
    ]);
    const [first, ...others] = compose(storm(many), 5).map(({ digest }) => digest.hidden);
    expect([first, new Set(others)]).toEqual([5, new Set([0])]);
  });

  it('have a known token in the first digest, however many made-up tokens came before it', () => {
    const usdt = parseAddress('0xdac17f958d2ee523a2206206994597c13d831ec7');
    const transfers = [
      ...storm(many, 'x', { verified: false }),
      describedTransfer({}, { address: usdt, verified: true }),
    ];
    const [first, ...others] = compose(transfers).map(({ digest }) =>
      digest.totals.map(({ token }) => token.address),
    );
    expect(others.length).toBeGreaterThan(0);
    expect(first).toContain(usdt);
  });

  it('each have an id, the same at every retry', () => {
    const transfers = storm(many);
    const [ids = [], again] = [1, 2].map(() => compose(transfers).map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    expect(again).toEqual(ids);
  });

  it('are composed twice at most, however many tokens a stranger makes', () => {
    let composed = 0;
    const reported = toTell(storm(2_400)).map((one) => ({
      ...one,
      alert: {
        ...one.alert,
        get severity() {
          composed += 1;
          return one.alert.severity;
        },
      },
    }));
    const digests = composeDigestAlerts({ watch: watchOf(), reported, hidden: 0, detectedAt: '' });
    expect(digests).toHaveLength(8);
    expect(composed / 2_400).toBe(2);
  });

  it.each(inject('thorough') ? ['"', '\\', '円', '🚀', 'x'] : ['円'])(
    'fit in SNS and in a queue when every text is made of %s and has the maximum length',
    (character) => {
      const text = character.repeat(64);
      const watch = watchOf({ label: text, tags: Array.from({ length: 40 }, (_, i) => `${i}${text}`) });
      const logo = `https://a.bc/${'a'.repeat(1_000)}`;
      const tokens = [{ logo: null }, { decimals: 255, logo }];
      for (const length of inject('thorough') ? [450, 600] : [420])
        for (const token of inject('thorough') ? tokens : tokens.slice(1))
          compose(storm(length, character, token), 0, watch)
            .slice(0, inject('thorough') ? undefined : 1)
            .forEach(expectItFits);
    },
  );

  if (inject('thorough'))
    it('also fit at the numbers of tokens whose last halving leaves the most', () => {
      for (let length = 300; length <= 700; length += 16)
        for (const alert of compose(storm(length, '"', { logo: null }))) expectItFits(alert);
    });
});
