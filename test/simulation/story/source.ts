import { maxNonces } from '../../../functions/node/coin/search-span.ts';
import { watchedKinds } from '../../../functions/wallet/watch.ts';
import { initialBalance } from '../chain/sim-chain.ts';
import { safeParts } from '../chain/sim-safe.ts';
import { Random } from '../random.ts';
import {
  type ApprovalHappening,
  type CoinHappening,
  type ControlHappening,
  coinWays,
  type Happening,
  type PieceHappening,
  type StoryEvent,
} from './happenings.ts';
import { makeValue, many, wellIndexed } from './make.ts';
import type { Story, StoryRow } from './story.ts';

/** Happenings of a story whose chain is read from its node: none that only the API causes. */
const played = new Set<Happening['what']>([
  ...(['row appears', 'transfer', 'storm', 'mixed storm', 're-org', 'AWS', 'AWS is slow'] as const),
  ...(['crash', 'kill', 'downtime', 'second tick'] as const),
]);

/** By then a tick has read a block, and a re-org of ten blocks still reaches it. */
const scannedAfter = 100_000;

/** The token transfers that every story has, and movements that only a node shows. */
export function withSource(story: Story): Story {
  const random = new Random(story.seed + 16e6);
  const isBesideApi = story.settings.node === 'beside the API';
  const events = story.events
    .filter(({ what }) => played.has(what) || (isBesideApi && what === 'API'))
    .flatMap((event): StoryEvent[] =>
      event.what === 'transfer' ? disturbed({ ...event, ...wellIndexed }, random) : [event],
    );
  const others = new Random(story.seed + 18e6);
  const coin = many(others, 6, 24, () => {
    const at = others.between(0, story.minutes * 60_000);
    return disturbed({ at, ...makeCoin(others, story.rows.length) }, others);
  });
  const rows = story.rows.length;
  const makers = [makePieces, makeApproval, makeDelegation, makeOtherApproval, makeSafeChange];
  const more = makers.map((make, kind) => {
    const random = new Random(story.seed + (19 + kind) * 1e6);
    return many(random, 0, 9, () =>
      disturbed({ at: random.between(0, story.minutes * 60_000), ...make(random, rows) }, random),
    );
  });
  const late = new Random(story.seed + 25e6);
  const through = many(late, 0, 8, () => {
    const coin = { what: 'coin', wallet: late.between(0, rows - 1), value: makeValue(late) } as const;
    return { at: late.between(0, story.minutes * 60_000), ...coin, how: 'passes through' as const };
  });
  // With more wallets than a scan reads nonces for, coin that comes and goes within a long span is not promised.
  const quiet = rows > maxNonces ? [] : through;
  const coinLogsAfter = late.chance(0.3) ? undefined : late.pick([0, story.minutes * 30_000]);
  const all = [...events, ...coin.flat(), ...more.flat(2), ...quiet];
  const ofRows = new Random(story.seed + 24e6);
  const controlled = story.rows.map(
    (row): StoryRow => ({
      ...row,
      isSafe: ofRows.chance(0.4),
      attributes: {
        ...row.attributes,
        ...(ofRows.chance(0.4) && { minBalance: floor }),
        ...(isBesideApi && { watch: [...watchedKinds] }),
      },
    }),
  );
  const settings = { ...story.settings, coinLogsAfter, quota: null };
  return { ...story, rows: controlled, events: all, settings };
}

/** In coins, what every wallet begins with: any outgoing transfer goes below it. */
const floor = String(initialBalance / 10n ** 18n);

/**
 * Most movements meet a re-org after the scan that found them, or a scan that dies at one of its writes. The journal must take
 * back what the re-org dropped, and the next scan must not skip what the dead one did not write.
 */
function disturbed(event: StoryEvent & { readonly wallet: number }, random: Random): StoryEvent[] {
  const { at, wallet } = event;
  const reorg = { what: 're-org', row: wallet, depth: 10, seed: random.between(0, 1e6) } as const;
  const point = random.pick(['note a scan', 'write State', 'note a scan']);
  const skip = random.between(0, 1);
  const crash = { what: 'crash', point, skip, when: random.pick(['before', 'after'] as const) } as const;
  return [
    event,
    ...(random.chance(0.3) ? [{ at: at + scannedAfter, ...reorg }] : []),
    ...(random.chance(0.3) ? [{ at: at + random.between(0, 60_000), ...crash }] : []),
  ];
}

function makeCoin(random: Random, rows: number): CoinHappening {
  const wallet = random.between(0, rows - 1);
  return { what: 'coin', wallet, how: random.pick(coinWays), value: makeValue(random) };
}

function makePieces(random: Random, rows: number): PieceHappening {
  const of = random.pick(['cats', 'swords'] as const);
  const ids = many(random, 1, of === 'cats' ? 1 : 3, () => String(random.between(0, 1e9)));
  const how = random.pick(['sent', 'bought', 'unasked'] as const);
  return { what: 'pieces', wallet: random.between(0, rows - 1), of, ids: [...new Set(ids)], how };
}

function makeApproval(random: Random, rows: number): ApprovalHappening {
  const of = random.pick(['usdc', 'usdt', 'cats', 'made up'] as const);
  const value = random.chance(0.3) ? 0n : random.chance(0.3) ? 2n ** 256n - 1n : makeValue(random);
  const [wallet, spender] = [random.between(0, rows - 1), random.between(0, 1)];
  return { what: 'approval', wallet, of, spender, value };
}

const contracts = [null, `0x${'de'.repeat(20)}`, `0x${'d1'.repeat(20)}`];

function makeDelegation(random: Random, rows: number): ControlHappening {
  const [wallet, to] = [random.between(0, rows - 1), random.pick(contracts)];
  return { what: 'control', wallet, part: 'delegation', to, isSilent: true };
}

function makeOtherApproval(random: Random, rows: number): ApprovalHappening {
  return { ...makeApproval(random, rows), of: random.pick(['permit2', 'permit2', 'one cat', 'no cat']) };
}

function makeSafeChange(random: Random, rows: number): ControlHappening {
  const part = random.pick([...safeParts.keys()]);
  const [wallet, to] = [random.between(0, rows - 1), random.pick(safeParts.get(part) ?? [])];
  return { what: 'control', wallet, part, to, isSilent: random.chance(0.3) };
}
