import { beforeEach, describe, expect, inject, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { toSnsMessage } from '../../functions/alert/publish.ts';
import type { Address } from '../../functions/chain/address.ts';
import { alertMessage } from '../../functions/deliver-alerts/kinds/alert-message.ts';
import { alertLine } from '../../lib/alert-line.ts';
import { feedEntry } from '../../lib/page/feed-entry.ts';
import { treasury, watchOf } from '../support/alerts.ts';
import { type Happening, MinuteWorld } from '../support/worlds/minute-world.ts';
import { blockAt } from '../support/worlds/poll-world.ts';
import * as story from './story.ts';
import { addressOf, imitationOf, times } from './story.ts';

/** Four digits alike at each end: only the owner knows which of the two is honest. */
const [one, other, third] = [story.friend, story.imitation, imitationOf(story.friend, 1)];
const trusted = addressOf('12');
const unlisted = { address: addressOf('57'), symbol: 'HRBR', name: 'Harbor' };

const money = 500_000_000n;
/** A story's transfers: each with its value, and its token if it is not USDC. */
const legs = {
  genuine: [money, { verified: null }],
  verified: [money, { ...unlisted, verified: true }],
  trusted: [money, { address: trusted, symbol: 'DAO', name: 'Dao', verified: null }],
  unlisted: [money, { ...unlisted, verified: null }],
  'zero of genuine': [0n, {}],
} as const;
type Leg = keyof typeof legs;
type Direction = 'in' | 'out';

const transfer = (direction: Direction, address: Address, leg: Leg = 'genuine'): Happening => {
  const [value, token] = legs[leg];
  return [(direction === 'in' ? story.sends : story.pays)(address, value), token];
};
const names = (address: Address) => transfer('out', address, 'unlisted');
const pays = (address: Address) => transfer('out', address);
const sends = (address: Address, leg: Leg = 'genuine') => transfer('in', address, leg);

const watch = watchOf({ trustedTokens: new Set([trusted]) });
let world: MinuteWorld;
beforeEach(() => {
  world = new MinuteWorld();
});

/** Everything that people read of an alert. */
function textsOf(alert: Alert): string[] {
  const { Subject, Message } = toSnsMessage(alert);
  const { email, sms } = JSON.parse(Message);
  const { headline, lines } = alertMessage(alert);
  const { text, reasons } = feedEntry({ kind: 'alert', alert, subject: null, email, sms, json: alert });
  const texts = [headline, ...lines].join('\n');
  return [Subject, email, sms, alertLine(alert), texts, [text, ...reasons].join('\n')];
}

/** Texts that call an address paid, or another one an imitation. */
const claim = /\byou paid\b|which \w+ paid|\bpaid before:|imitat|\bfake\b/i;
const neutral = /neither was paid/;
/** The addresses that a text shows in full, so that they could be copied. */
const whole = (text: string) => [one, other, third].filter((address) => text.toLowerCase().includes(address));

const reasonOf = (alert: Alert) =>
  alert.verdict?.reasons.find(({ rule }) => rule === 'alike-addresses')?.detail ?? null;

/** The alert's type, and the imitated address, or `alike` for a pair. */
const inShort = (alert: Alert) => {
  if (!('transfer' in alert)) return alert.type;
  return [alert.type, alert.lookalike?.imitates ?? (reasonOf(alert) === null ? null : 'alike')];
};
const told = async (...happenings: readonly Happening[]) =>
  (await world.step(watch, ...happenings)).map(inShort);

const warnedOfPair = ['wallet.poisoning', 'alike'];

/** Plays a story: `before` transfers are mined before the watch begins, then `atOnce` between two polls. */
async function play(happenings: readonly Happening[], before: number, atOnce: number) {
  world = new MinuteWorld();
  for (const [over, token] of happenings.slice(0, before)) world.chain.mine(blockAt(-5), over, token);
  await world.poll(watch);
  for (let at = before; at < happenings.length; at += atOnce)
    await world.step(watch, ...happenings.slice(at, at + atOnce));
}

/** No text claims more about the two addresses than the payments before it prove. @param length number of transfers in the story */
function expectHonestTexts(length: number) {
  const paid = new Set<Address>();
  for (const { transactionHash, to, from, value, token } of world.chain.transfers.slice(-length)) {
    const twin = from.address === one || to.address === one ? other : one;
    for (const alert of world.published) {
      if (!('transfer' in alert) || alert.transfer.transactionHash !== transactionHash) continue;
      const { lookalike } = alert;
      const isPair = reasonOf(alert) !== null;
      if (lookalike !== null) expect(paid).toContain(lookalike.imitates);
      if (isPair) expect([lookalike, ...paid]).toEqual([null]);
      for (const text of textsOf(alert)) {
        if (claim.test(text)) expect([lookalike?.imitates, paid.has(twin)], text).toEqual([twin, true]);
        if (neutral.test(text)) expect([...paid], text).toEqual([]);
        if (isPair) expect(whole(text), text).toEqual([]);
      }
    }
    const isKnown = token.address !== unlisted.address || token.verified === true;
    if (from.address === treasury && value > 0n && isKnown && to.address) paid.add(to.address);
  }
}

describe('with either address first, in any token and direction, in any number of polls:', () => {
  const kinds: readonly Leg[] = ['genuine', 'verified', 'trusted', 'unlisted', 'zero of genuine'];
  const directions: readonly Direction[] = ['in', 'out'];
  const table = kinds.flatMap((first) =>
    directions.flatMap((way) =>
      kinds.flatMap((second) => directions.map((back) => [first, way, second, back] as const)),
    ),
  );

  /** Number of transfers before the watch, and between two polls. */
  const splits = [
    [0, 1],
    [0, 6],
    [1, 2],
    [2, 1],
    [4, 1],
  ] as const;
  /** The quick run takes a seventh of the stories, with the splits in turn. */
  const splitsOf = (n: number) => (inject('thorough') ? splits : splits.slice(n % 5, (n % 5) + 1));

  const stories = table.map((story, n) => [...story, splitsOf(n)] as const);
  it.each(stories.filter((_, n) => inject('thorough') || n % 7 === 0))(
    '%s %s, then %s %s: "paid" is said of whom real value went to',
    async (first, way, second, back, some) => {
      const both = [transfer(way, one, first), transfer(back, other, second)];
      const happenings = [...both, ...both, pays(other), sends(one)];
      for (const [before, atOnce] of some) {
        await play(happenings, before, atOnce);
        expectHonestTexts(happenings.length);
      }
    },
  );
});

describe('two addresses that look alike, neither paid in a known token,', () => {
  beforeEach(() => world.poll(watch));

  it.each([
    ['what comes in is warned of', sends(other, 'unlisted')],
    ['a transfer of nothing is warned of', sends(other, 'zero of genuine')],
    ['what goes out in a worthless token is warned of', names(other)],
  ])('are reported as a pair: %s', async (_what, happening) => {
    await told(names(one));
    const [alert, ...more] = await world.step(watch, happening);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({
      type: 'wallet.poisoning',
      lookalike: null,
      others: 0,
    });
    if (alert === undefined) return;
    expect(reasonOf(alert)).toContain(one);
    for (const text of textsOf(alert)) {
      expect(text).toMatch(/look(s like| alike)/);
      expect(text).toMatch(neutral);
      expect(text).not.toMatch(claim);
    }
  });

  it('cause one warning, whichever of them comes next, in one poll or in several', async () => {
    expect(await told(names(one), sends(other, 'unlisted'), sends(one, 'zero of genuine'))).toEqual([
      ['transfer.sent', null],
      warnedOfPair,
    ]);
    expect(await told(sends(other, 'zero of genuine'))).toEqual([]);
    expect(await told(sends(one, 'zero of genuine'))).toEqual([]);
    // A transfer of some value is reported, with its lookalike.
    expect(await told(sends(one, 'unlisted'))).toEqual([['transfer.received', 'alike']]);
    expect(await told(sends(other, 'unlisted'))).toEqual([['transfer.received', 'alike']]);
    // A third one makes another pair.
    expect(await told(sends(third, 'zero of genuine'))).toEqual([warnedOfPair]);
    const ids = world.published.filter(({ type }) => type === 'wallet.poisoning').map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it.each([true, false])('raise the alarm when money goes to one, warned of before: %s', async (warned) => {
    // The row's filters do not matter.
    const filtered = { ...watch, direction: 'in', tokens: new Set([trusted]) } as const;
    await world.step(filtered, names(one));
    if (warned) await world.step(filtered, sends(other, 'zero of genuine'));
    const [alert, ...more] = await world.step(filtered, pays(other));
    expect(more).toEqual([]);
    expect(alert).toMatchObject({ type: 'transfer.sent', lookalike: null, verdict: { spam: false } });
    if (alert === undefined) return;
    expect(reasonOf(alert)).toContain(one);
    const { Subject, Message } = toSnsMessage(alert);
    const { email, sms } = JSON.parse(Message);
    for (const text of [Subject, sms, email.split('\n')[0], alertMessage(alert).headline]) {
      expect(text).toMatch(/looks like.*neither was paid.*compare every digit/);
      expect(text).not.toMatch(claim);
    }
  });

  it.each([
    ['the one that was named first', one, other],
    ['the one that came later', other, one],
  ])('become a paid address and its imitation once real money went to %s', async (_which, paid, fake) => {
    await told(names(one));
    expect(await told(sends(other, 'zero of genuine'))).toEqual([warnedOfPair]);
    expect(await told(pays(paid))).toEqual([['transfer.sent', 'alike']]);
    expect(await told(pays(paid), sends(paid))).toEqual([
      ['transfer.sent', null],
      ['transfer.received', null],
    ]);
    // Reports once which of the two is the fake.
    expect(await told(sends(fake, 'zero of genuine'), sends(fake, 'zero of genuine'))).toEqual([
      ['wallet.poisoning', paid],
    ]);
    expect(await told(sends(fake, 'zero of genuine'), names(fake))).toEqual([['transfer.sent', paid]]);
    expect(await told(pays(fake))).toEqual([['transfer.sent', paid]]);
    expect(await told(sends(third, 'zero of genuine'))).toEqual([['wallet.poisoning', paid]]);
    const { counterparties } = await world.states.readAddresses(watch);
    expect(counterparties.map(({ address }) => address)).toEqual([paid]);
  });

  it('are paid by a single alert even in a storm, and no digest calls them paid', async () => {
    await told(names(one), sends(other, 'zero of genuine'));
    const storm = times(40, () => sends(third, 'unlisted'));
    const alerts = await world.step(watch, ...storm, pays(other));
    expect(story.typesOf(alerts)).toEqual(['wallet.poisoning', 'transfer.sent', 'transfers.digest']);
    for (const alert of alerts) for (const text of textsOf(alert)) expect(text).not.toMatch(claim);
  });

  it('are known from before the watch, as is a payment to one of them', async () => {
    for (const paid of [null, one, other]) {
      world = new MinuteWorld();
      const [[named, token], [zero]] = [names(one), sends(other, 'zero of genuine')];
      world.chain.mine(blockAt(-9), named, token);
      world.chain.mine(blockAt(-8), zero);
      if (paid !== null) world.chain.mine(blockAt(-7), pays(paid)[0]);
      await world.poll(watch);
      for (const address of [one, other]) {
        const alerts = await told(sends(address, 'zero of genuine'));
        if (paid === null) expect(alerts).toEqual(address === one ? [warnedOfPair] : []);
        else if (paid === address) expect(alerts).toEqual([['transfer.received', null]]);
        else expect(alerts).toEqual([['wallet.poisoning', paid]]);
      }
    }
  });
});
