import { beforeEach, describe, expect, it } from 'vitest';
import { messageAttributes } from '../../functions/alert/attributes.ts';
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
});
