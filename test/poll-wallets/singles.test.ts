import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import type { Token } from '../../functions/transfer/transfer.ts';
import { usdc, watchOf } from '../support/alerts.ts';
import { chainSums, toldSums } from '../support/sums.ts';
import { blockAt } from '../support/worlds/poll-world.ts';
import { addressOf, emptyWorld, weth as ether, month, pays, sends, times } from './story.ts';

const trusted = [addressOf('500'), addressOf('501')] as const;
const watch = watchOf({ trustedTokens: new Set(trusted) });

interface Kind extends Partial<Token> {
  readonly decimals: number;
  /** The test's assumed dollars for a unit; null if unknown. */
  readonly dollars: number | null;
  readonly sure: boolean;
}
const token = (address: Address, symbol: string, decimals: number, dollars: number | null): Kind => {
  return { address, symbol, name: symbol, decimals, dollars, sure: true, verified: null };
};
const usd = token(usdc, 'USDC', 6, 1);
const dai = token(parseAddress('0x6b175474e89094c44da98b954eedeac495271d0f'), 'DAI', 18, 1);
const weth = token(ether.address, 'WETH', 18, 3_000);
const wbtc = token(parseAddress('0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'), 'WBTC', 8, 100_000);
const [ours, theirs] = trusted.map((address, i) => token(address, `OURS${i}`, 0, null)) as [Kind, Kind];
const vouched = { ...token(addressOf('7'), 'CHEAP', 0, null), verified: true, sure: false };
const made = { ...vouched, address: addressOf('8'), verified: null };
const kinds = [usd, dai, weth, wbtc, ours, theirs, vouched, made];

type Way = 'in' | 'out';
/** A transfer; units may have a fraction, down to base units. */
interface Move {
  readonly kind: Kind;
  readonly units: number;
  readonly way: Way;
  readonly block?: number;
}

const baseUnits = ({ kind, units }: Move) =>
  (BigInt(Math.round(units * 1e8)) * 10n ** BigInt(kind.decimals)) / 10n ** 8n;
const worthOf = (move: Move) =>
  (Number(baseUnits(move)) / 10 ** move.kind.decimals) * (move.kind.dollars ?? 0);

/** The report of one poll of these transfers, each mined after the one before. */
async function poll(moves: readonly Move[], largestPage = 100) {
  const world = await emptyWorld(watch);
  world.chain.largestPage = largestPage;
  const hashes = moves.map((move) => {
    const { dollars, sure, ...described } = move.kind;
    const sides = (move.way === 'in' ? sends : pays)(undefined, baseUnits(move));
    return String(world.chain.mine(move.block ?? blockAt(1), sides, described).transactionHash);
  });
  await world.poll(watch, { after: month });
  const single = world.told();
  return { world, hashes, single, isSingle: (i: number) => single.includes(hashes[i] ?? '') };
}

const out = (kind: Kind, units: number, block = blockAt(1)): Move => ({ kind, units, way: 'out', block });
const repeat = (count: number, move: Move): Move[] => times(count, () => move);

/** More transfers than a part of a read shows in small pages. */
const flood = (block: number): Move[] =>
  times(450, (i) => {
    const kind = { ...made, address: addressOf(String(1_000 + (i % 200))) };
    return { kind, units: 5, way: 'in', block: block + (i % 3) };
  });

describe('single alerts in a storm', () => {
  it('include the largest payment in each trusted token, however many units another token has', async () => {
    const { isSingle, single } = await poll([...repeat(20, out(ours, 9_000_000)), out(theirs, 5)]);
    expect(isSingle(20)).toBe(true);
    expect(single).toHaveLength(10);
  });

  it('include a payment in a later part, whatever dust earlier parts reported', async () => {
    const moves = [
      ...repeat(12, out(usd, 0.01, blockAt(1))),
      ...flood(blockAt(2)),
      out(usd, 1_500_000, blockAt(4)),
      ...flood(blockAt(6)),
      out(weth, 40, blockAt(8)),
      ...repeat(12, out(usd, 0.01, blockAt(9))),
    ];
    const { world, isSingle, single } = await poll(moves, 20);
    expect(isSingle(12 + 450)).toBe(true);
    expect(isSingle(moves.length - 13)).toBe(true);
    expect(single.length).toBeLessThanOrEqual(20);
    expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));
  });

  it('are for ten payments in a poll, however many parts it has', async () => {
    const moves = [
      ...repeat(12, out(usd, 50, blockAt(1))),
      ...flood(blockAt(2)),
      ...repeat(12, out(usd, 60, blockAt(5))),
    ];
    const { hashes, single } = await poll(moves, 20);
    // The newest part is read first, and a theft in it does not wait.
    expect(single).toEqual(hashes.slice(-12, -2));
  });
});

/** Amounts around ten dollars (the dust limit), of zero, and of millions. */
const units = fc.oneof(
  fc.constantFrom(0, 0.000_001, 0.01, 9.99, 10, 10.01, 11, 1_500_000),
  fc.double({ min: 0, max: 2_000, noNaN: true }),
);
const moves = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    units,
    way: fc.constantFrom<Way>('out', 'out', 'out', 'in'),
  }),
  { minLength: 1, maxLength: 60 },
);

describe('of any storm', () => {
  it('the ten of most worth are reported singly and in chain order, and each transfer once', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (story) => {
        const { world, hashes, single, isSingle } = await poll(story);
        expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));
        expect(single).toEqual(hashes.filter((hash) => single.includes(hash)));
        const told = story.map((move, i) => ({ move, worth: worthOf(move), isSingle: isSingle(i) }));
        const sure = told.filter(({ move }) => move.kind.sure && move.way === 'out' && baseUnits(move) > 0n);
        const buried = sure.filter((one) => !one.isSingle);
        const alone = sure.filter((one) => one.isSingle);
        expect(alone.length).toBeGreaterThanOrEqual(Math.min(sure.length, 10));
        if (story.length > 10) expect(alone.length).toBeLessThanOrEqual(10);
        for (const one of buried) {
          // Transfers of unknown worth rank below money and above dust.
          if (one.move.kind.dollars !== null)
            for (const { move, worth } of alone) {
              if (move.kind.dollars === null) expect(one.worth).toBeLessThan(10);
              else expect(worth).toBeGreaterThanOrEqual(one.worth);
            }
        }
        const money = sure.filter(({ worth }) => worth >= 10);
        if (money.length <= 10) expect(money.every((one) => one.isSingle)).toBe(true);
      }),
      { numRuns: inject('thorough') ? 150 : 20 },
    );
  });

  it('the largest of a digest are known money before anything else', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (story) => {
        const { world } = await poll(story.map((move) => ({ ...move, way: 'in' })));
        const digest = world.published.find((alert) => alert.type === 'transfers.digest');
        if (digest === undefined) return;
        const most = story.map(worthOf).filter((worth) => worth >= 10);
        const largest = digest.digest.largest.map(({ token: { address }, value }) => {
          const kind = kinds.find((one) => one.address === address);
          return (Number(value) / 10 ** (kind?.decimals ?? 0)) * (kind?.dollars ?? 0);
        });
        const first = most.sort((a, b) => b - a).slice(0, 5);
        expect(largest.slice(0, first.length)).toEqual(first);
      }),
      { numRuns: inject('thorough') ? 80 : 10 },
    );
  });
});
