import { beforeEach, describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { party, treasury, watchOf } from '../support/alerts.ts';
import { type Happening, MinuteWorld } from '../support/minute-world.ts';

/** Ways in which a thief would suppress the alert of a theft of unlisted tokens, by making it look like a lure. */
const friend = parseAddress('0xab5801a7d398351b8be11c439e05c5b3259aec9b');
/** Eight digits alike. The thief chooses it. */
const thief = parseAddress('0xab5899999999999999999999999999999999ec9b');
const lookalike = (n: number) => parseAddress(`0xab58${n.toString(16).padStart(32, '3')}ec9b`);
const unlisted = (n: number) => ({
  address: parseAddress(`0x${(0x7777 + n).toString(16).padStart(40, '5')}`),
  name: `Harbor Protocol ${n}`,
  symbol: `HRBR${n}`,
  decimals: 18,
  verified: null,
});
const eight = [0, 1, 2, 3, 4, 5, 6, 7];
const some = 123_456n * 10n ** 18n + 7n;
const taken = (n: number, to = thief) =>
  [{ from: party(treasury), to: party(to), value: some }, unlisted(n)] as const;

let world: MinuteWorld;
beforeEach(() => {
  world = new MinuteWorld();
});

/** @returns what is reported of it, in short */
async function told(watch: Watch, ...happenings: readonly Happening[]) {
  return (await world.step(watch, ...happenings)).map((alert) =>
    'transfer' in alert ? `${alert.type} ${alert.transfer.token.symbol}` : alert.type,
  );
}

const allEight = eight.map((n) => `transfer.sent HRBR${n}`);

describe.each(['hide', 'mark', 'show'] as const)('a theft of unlisted tokens, under %s', (spam) => {
  const watch = watchOf({ spam });

  it('is reported if the receiver was warned of before, by its dust', async () => {
    await world.poll(watch);
    await told(watch, [{ from: party(treasury), to: party(friend), value: 500_000_000n }]);
    const dust = await told(watch, [{ from: party(thief), to: party(treasury), value: 1n }]);
    expect(dust[0]).toBe('wallet.poisoning USDC');
    expect(await told(watch, ...eight.map((n) => taken(n)))).toEqual(allEight);
    for (const alert of world.published.slice(-8))
      expect(alert).toMatchObject({ lookalike: { imitates: friend } });
  });

  it("is reported if the day's ten warnings were used up", async () => {
    await world.poll(watch);
    await told(watch, [{ from: party(treasury), to: party(friend), value: 500_000_000n }]);
    for (let i = 0; i < 4; i += 1) {
      await told(
        watch,
        ...[0, 1, 2].map(
          (k) => [{ from: party(lookalike(10 * i + k)), to: party(treasury), value: 1n }] as const,
        ),
      );
    }
    expect(world.published.filter(({ type }) => type === 'wallet.poisoning')).toHaveLength(10);
    expect(await told(watch, ...eight.map((n) => taken(n)))).toEqual(allEight);
  });

  it('raises one warning, and an alert from the second token on, if the receiver was not warned of', async () => {
    await world.poll(watch);
    await told(watch, [{ from: party(treasury), to: party(friend), value: 500_000_000n }]);
    expect(await told(watch, ...eight.map((n) => taken(n)))).toEqual([
      'wallet.poisoning HRBR0',
      ...allEight.slice(1),
    ]);
    expect(world.published.find(({ type }) => type === 'wallet.poisoning')).toMatchObject({
      verdict: { spam: false },
    });
  });

  it('is reported if the receiver resembles one whom a made-up token planted as paid', async () => {
    await world.poll(watch);
    await told(watch, [{ from: party(treasury), to: party(friend), value: some }, unlisted(99)]);
    expect(await told(watch, ...eight.map((n) => taken(n)))).toEqual([
      'wallet.poisoning HRBR0',
      ...allEight.slice(1),
    ]);
  });
});

describe('an honest counterparty', () => {
  it('is not silenced by a made-up payment to one that resembles it', async () => {
    const watch = watchOf();
    await world.poll(watch);
    await told(watch, [{ from: party(treasury), to: party(thief), value: some }, unlisted(99)]);
    const nothing = { from: party(friend), to: party(treasury), value: 0n };
    await told(watch, [nothing]);
    expect(await told(watch, taken(1, friend), taken(2, friend))).toEqual([
      'transfer.sent HRBR1',
      'transfer.sent HRBR2',
    ]);
    const back = { from: party(friend), to: party(treasury), value: some };
    expect(await told(watch, [back, unlisted(3)])).toEqual(['transfer.received HRBR3']);
  });
});

describe('a payee who was paid only in an unlisted token', () => {
  it('has its imitations warned of, whatever token they send', async () => {
    const watch = watchOf();
    for (const direction of ['in', 'out']) {
      world = new MinuteWorld();
      await world.poll(watch);
      await told(watch, [{ from: party(treasury), to: party(friend), value: some }, unlisted(1)]);
      const [from, to] = direction === 'in' ? [thief, treasury] : [treasury, thief];
      const lure = { from: party(from), to: party(to), value: some };
      expect(await told(watch, [lure, unlisted(2)])).toEqual(['wallet.poisoning HRBR2']);
      // A made-up payment may have made an honest address look like this, so its transfers are not hidden.
      const type = direction === 'in' ? 'transfer.received' : 'transfer.sent';
      expect(await told(watch, [lure, unlisted(2)])).toEqual([`${type} HRBR2`]);
      expect(world.published.at(-1)).toMatchObject({
        lookalike: null,
        verdict: { reasons: [{ rule: 'alike-addresses', detail: expect.stringContaining(friend) }] },
      });
      expect(await told(watch, [{ ...lure, value: 0n }, unlisted(2)])).toEqual([]);
    }
  });
});

describe('what a wallet sends', () => {
  it.each(['hide', 'mark'] as const)(
    "is not judged by the wallet's own label, because explorers label victims too, under %s",
    async (spam) => {
      const watch = watchOf({ spam });
      await world.poll(watch);
      for (const label of ['Treasury Hack Victim', 'Euler Exploiter 2', 'Fake_Phishing1234']) {
        const sent = { from: party(treasury, label), to: party(friend), value: some };
        expect(await told(watch, [sent, unlisted(1)])).toEqual(['transfer.sent HRBR1']);
        expect(world.published.at(-1)).toMatchObject({ verdict: { spam: false, score: 0 } });
      }
    },
  );

  it('is reported in a genuine token that somebody had the API flag, and does not read like spam; what comes in is hidden', async () => {
    const watch = watchOf();
    await world.poll(watch);
    const flagged = { value: 900_000_000n, possibleSpam: true };
    const usdc = { verified: false };
    const out = { ...flagged, from: party(treasury), to: party(friend) };
    expect(await told(watch, [out, usdc])).toEqual(['transfer.sent USDC']);
    expect(world.published.at(-1)).toMatchObject({ verdict: { spam: false } });
    expect(await told(watch, [{ ...flagged, from: party(friend), to: party(treasury) }, usdc])).toEqual([]);
    expect(await told(watch, [{ ...out, value: 0n }, usdc])).toEqual([]);
  });
});

describe('eleven payments that a verified contract made up', () => {
  it('do not push the theft of a genuine token into a digest, in one poll or in steps', async () => {
    const watch = watchOf();
    await world.poll(watch);
    const verified = { ...unlisted(50), verified: true };
    const paid = eight.concat(8, 9, 10).map(
      (n) =>
        [
          {
            from: party(treasury),
            to: party(parseAddress(`0x${String(n + 11).repeat(20)}`)),
            value: BigInt(n + 1),
          },
          verified,
        ] as const,
    );
    const to = party(parseAddress('0x1111111111222222222233333333334444444444'));
    const singles = await told(watch, ...paid, [{ from: party(treasury), to, value: 900_000_000_000n }]);
    expect(singles).toEqual([
      ...Array(10).fill('transfer.sent HRBR50'),
      'transfer.sent USDC',
      'transfers.digest',
    ]);
  });
});
