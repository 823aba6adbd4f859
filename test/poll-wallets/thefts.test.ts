import { beforeEach, describe, expect, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { messageAttributes } from '../../functions/alert/attributes.ts';
import { smsText, subjectText } from '../../functions/alert/text/sentence.ts';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import type { Token } from '../../functions/transfer/transfer.ts';
import { exchange, treasury, watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, type PollWorld } from '../support/poll-world.ts';

/** Long enough for all transfers to be mined. */
const month = 30 * 24 * 3_600_000;
const addressOf = (n: number): Address => parseAddress(`0x${n.toString(16).padStart(40, '9')}`);
const ether = 10n ** 18n;
const weth: Partial<Token> = {
  address: parseAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'),
  symbol: 'WETH',
  name: 'Wrapped Ether',
  decimals: 18,
};
/** Anyone can have a contract of his own verified. */
const cheap = (n: number): Partial<Token> => ({
  address: addressOf(n),
  symbol: `CHEAP${n}`,
  name: `Cheap ${n}`,
  decimals: 0,
  verified: true,
});
const made = (n: number): Partial<Token> => ({ ...cheap(n), verified: null });
const sides = {
  in: { from: { address: exchange, label: null }, to: { address: treasury, label: null } },
  out: { from: { address: treasury, label: null }, to: { address: exchange, label: null } },
  self: { from: { address: treasury, label: null }, to: { address: treasury, label: null } },
};

let world: PollWorld;
const watch = watchOf({ trustedTokens: new Set([addressOf(500)]) });
beforeEach(async () => {
  world = await begunWorld(watch);
  world.published.length = 0;
  world.chain.transfers.length = 0;
});

let place = 0;
function mine(direction: keyof typeof sides, token: Partial<Token>, value: bigint): string {
  const block = blockAt(1) + (place++ % 3);
  return String(world.chain.mine(block, { ...sides[direction], value }, token).transactionHash);
}

const singles = (alerts: readonly Alert[], type: Alert['type']) =>
  alerts.flatMap((alert) => (alert.type === type && 'transfer' in alert ? [alert.transfer] : []));
const digests = (alerts: readonly Alert[]) =>
  alerts.flatMap((alert) => (alert.type === 'transfers.digest' ? [alert] : []));

describe('a theft in a storm', () => {
  it.each([
    ['verified by the API', { ...made(7), verified: true }],
    ['trusted by the row', { ...made(7), address: addressOf(500) }],
    ['genuine by our own list, where the API verifies nothing', { ...weth, verified: null }],
    ['genuine by our own list, which the API calls not verified', { ...weth, verified: false }],
  ])('of a token %s is reported singly, before the digest', async (_, token) => {
    for (let i = 0; i < 40; i += 1) mine('in', cheap(i % 12), 5_000n);
    const theft = mine('out', token, 900n * ether);
    for (let i = 0; i < 40; i += 1) mine('in', cheap(i % 12), 5_000n);
    await world.poll(watch);
    expect(world.published.map(({ type }) => type)).toEqual(['transfer.sent', 'transfers.digest']);
    expect(singles(world.published, 'transfer.sent').map((one) => one.transactionHash)).toEqual([theft]);
    expect(digests(world.published)[0]?.digest.count).toBe(80);
  });

  it('is not reported singly if anybody can make it up', async () => {
    for (let i = 0; i < 12; i += 1) mine('out', made(i), 5_000n);
    for (let i = 0; i < 12; i += 1) mine('out', weth, 0n);
    await world.poll(watch);
    expect(world.published.map(({ type }) => type)).toEqual(['transfers.digest']);
  });

  it('does not lose its place to transfers of nothing, which anybody can write', async () => {
    for (let i = 0; i < 30; i += 1) mine('out', weth, 0n);
    const theft = mine('out', weth, 900n * ether);
    await world.poll(watch);
    expect(singles(world.published, 'transfer.sent').map((one) => one.transactionHash)).toEqual([theft]);
  });

  it('is reported singly ten times in a poll, between two hundred tokens that came in', async () => {
    const part = { ...sides.out, value: ether };
    const mined = (block: number, count: number) =>
      Array.from({ length: count }, () => world.chain.mine(block, part, weth).transactionHash);
    const hashes = mined(blockAt(1), 7);
    for (let i = 0; i < 200; i += 1) world.chain.mine(blockAt(2), sides.in, cheap(i));
    hashes.push(...mined(blockAt(3), 9));
    await world.poll(watch, { after: month });
    expect(singles(world.published, 'transfer.sent').map((one) => one.transactionHash)).toEqual(
      hashes.slice(0, 10),
    );
    const rest = digests(world.published).filter(({ digest }) => digest.totals[0]?.direction === 'out');
    expect(rest.map(({ digest }) => digest.count)).toEqual([6]);
  });
});

describe('the digests of a storm', () => {
  it('hold one direction each, as their attribute says: out first, then self, then in', async () => {
    for (let i = 0; i < 60; i += 1) mine((['in', 'out', 'self'] as const)[i % 3] ?? 'in', made(i % 5), 7n);
    for (let i = 0; i < 4; i += 1)
      world.chain.mine(blockAt(1), { ...sides.in, possibleSpam: true }, { ...made(9), verified: false });
    await world.poll(watch);
    const all = digests(world.published);
    expect(all.map((alert) => messageAttributes(alert).direction?.StringValue)).toEqual([
      'out',
      'self',
      'in',
    ]);
    expect(all.map(({ digest }) => new Set(digest.totals.map(({ direction }) => direction)).size)).toEqual([
      1, 1, 1,
    ]);
    expect(all.map(({ digest }) => digest.count)).toEqual([20, 20, 20]);
    expect(all.map(({ digest }) => digest.hidden)).toEqual([4, 0, 0]);
  });

  it('name what is surely worth most before a dozen cheap verified tokens', async () => {
    for (let i = 0; i < 24; i += 1) mine('in', cheap(i % 12), 10n ** 12n);
    mine('in', weth, 900n * ether);
    await world.poll(watch);
    const [alert] = digests(world.published);
    if (alert === undefined) throw new Error('no digest');
    expect(subjectText(alert)).toMatch(/^Treasury had 25 transfers.*: received 900 WETH \(1\)/);
    expect(smsText(alert)).toMatch(/: received 900 WETH \(1\), /);
    expect(alert.digest.largest[0]?.token.symbol).toBe('WETH');
  });

  it('name a token that the row trusts before verified ones, and these before all others', async () => {
    for (let i = 0; i < 36; i += 1) mine('in', made(i % 12), 10n ** 12n);
    for (let i = 20; i < 30; i += 1) mine('in', cheap(i), 10n ** 9n);
    mine('in', { ...made(40), address: addressOf(500), symbol: 'OURS' }, 3n);
    await world.poll(watch);
    const [alert] = digests(world.published);
    if (alert === undefined) throw new Error('no digest');
    expect(smsText(alert)).toMatch(/: received 3 OURS \(1\), received 1,000,000,000 CHEAP2\d \(1\)/);
    expect(alert.digest.largest.map(({ token }) => token.symbol?.slice(0, 6))).toEqual([
      'OURS',
      ...Array(4).fill('CHEAP2'),
    ]);
  });

  it('do not let dust of genuine tokens push out a payment', async () => {
    for (let i = 0; i < 30; i += 1) mine('in', weth, 1n);
    mine('in', cheap(1), 900n);
    await world.poll(watch);
    const [alert] = digests(world.published);
    expect(alert?.digest.largest.map(({ token }) => token.symbol)).toContain('CHEAP1');
  });
});
