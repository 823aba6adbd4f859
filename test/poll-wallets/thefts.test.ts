import { beforeEach, describe, expect, it } from 'vitest';
import { messageAttributes } from '../../functions/alert/attributes.ts';
import { smsText, subjectText } from '../../functions/alert/text/sentence.ts';
import type { Token } from '../../functions/transfer/transfer.ts';
import { treasury, watchOf } from '../support/alerts.ts';
import { blockAt, type PollWorld } from '../support/worlds/poll-world.ts';
import { addressOf, digestsOf, emptyWorld, made, pays, sends, typesOf, weth } from './story.ts';

const ether = 10n ** 18n;
/** Anyone can have a contract verified. */
const cheap = (n: number): Partial<Token> => ({
  ...{ address: addressOf(String(n + 1_000)), symbol: `CHEAP${n}`, name: `Cheap ${n}` },
  ...{ decimals: 0, verified: true },
});
const unknown = (n: number): Partial<Token> => ({ ...cheap(n), verified: null });
const trusted = { ...unknown(7), address: addressOf('500'), symbol: 'OURS' };

const watch = watchOf({ trustedTokens: new Set([addressOf('500')]) });
let world: PollWorld;
beforeEach(async () => {
  world = await emptyWorld(watch);
});

let place = 0;
function mine(sides: object, token: Partial<Token>) {
  place += 1;
  return world.chain.mine(blockAt(1) + (place % 3), sides, token).transactionHash;
}
const income = (value: bigint) => sends(undefined, value);
const theft = pays(undefined, 900n * ether);
const sent = () =>
  world.published.flatMap((one) => (one.type === 'transfer.sent' ? [one.transfer.transactionHash] : []));
function onlyDigest() {
  const [alert] = world.published;
  if (alert?.type !== 'transfers.digest') throw new Error('no digest');
  return alert;
}

describe('a theft in a storm', () => {
  it.each([
    ['verified by the API', { ...made, verified: true }],
    ['trusted by the row', trusted],
    ['genuine by our own list, where the API verifies nothing', { ...weth, verified: null }],
    ['genuine by our own list, which the API calls not verified', { ...weth, verified: false }],
  ])('of a token %s is reported singly, before the digest', async (_, token) => {
    for (let i = 0; i < 40; i += 1) mine(income(5_000n), cheap(i % 12));
    const stolen = mine(theft, token);
    for (let i = 0; i < 40; i += 1) mine(income(5_000n), cheap(i % 12));
    await world.poll(watch);
    expect(typesOf(world.published)).toEqual(['transfer.sent', 'transfers.digest']);
    expect(sent()).toEqual([stolen]);
    expect(digestsOf(world.published)).toMatchObject([{ count: 80 }]);
  });

  it('is not reported singly if anybody can make it up', async () => {
    for (let i = 0; i < 12; i += 1) {
      mine(pays(), unknown(i));
      mine(pays(undefined, 0n), weth);
    }
    await world.poll(watch);
    expect(typesOf(world.published)).toEqual(['transfers.digest']);
  });
});

describe('the digests of a storm', () => {
  it('hold one direction each, as their attribute says: out first, then self, then in', async () => {
    const sides = [sends(), pays(), pays(treasury)];
    for (let i = 0; i < 60; i += 1) mine({ ...sides[i % 3], value: 7n }, unknown(i % 5));
    for (let i = 0; i < 4; i += 1)
      mine({ ...sends(), possibleSpam: true }, { ...unknown(9), verified: false });
    await world.poll(watch);
    const directions = ['out', 'self', 'in'];
    expect(world.published.map((one) => messageAttributes(one).direction?.StringValue)).toEqual(directions);
    const digests = digestsOf(world.published);
    expect(digests.map(({ totals }) => [...new Set(totals.map(({ direction }) => direction))])).toEqual(
      directions.map((one) => [one]),
    );
    expect(digests).toMatchObject([
      { count: 20, hidden: 4 },
      { count: 20, hidden: 0 },
      { count: 20, hidden: 0 },
    ]);
  });

  it('name tokens of sure worth before a dozen cheap verified tokens', async () => {
    for (let i = 0; i < 24; i += 1) mine(income(10n ** 12n), cheap(i % 12));
    mine(income(900n * ether), weth);
    await world.poll(watch);
    const alert = onlyDigest();
    expect(subjectText(alert)).toMatch(/^Treasury had 25 transfers.*: received 900 WETH \(1\)/);
    expect(smsText(alert)).toMatch(/: received 900 WETH \(1\), /);
    expect(alert.digest.largest[0]?.token.symbol).toBe('WETH');
  });

  it('name a token that the row trusts before verified ones, and verified ones before all others', async () => {
    for (let i = 0; i < 36; i += 1) mine(income(10n ** 12n), unknown(i % 12));
    for (let i = 20; i < 30; i += 1) mine(income(10n ** 9n), cheap(i));
    mine(income(3n), trusted);
    await world.poll(watch);
    const alert = onlyDigest();
    expect(smsText(alert)).toMatch(/: received 3 OURS \(1\), 1,000,000,000 CHEAP2\d \(1\)/);
    const symbols = alert.digest.largest.map(({ token }) => token.symbol?.slice(0, 6));
    expect(symbols).toEqual(['OURS', ...Array(4).fill('CHEAP2')]);
  });
});
