import { chainProfiles, onChain } from '../chain/chain-profiles.ts';
import { tokens } from '../chain/sim-tokens.ts';
import { Random } from '../random.ts';
import type { RowHappening, StoryEvent, TypedAttributes } from './happenings.ts';
import { makeAttributes, makeReorg, many } from './make.ts';
import type { Story, StoryRow } from './story.ts';

/*
 * Changes while a stack runs. Each kind has its own random generator, so that the rest of a story stays what it is
 * without it.
 */

const minute = 60_000;

/** Some wallets are on a chain of faster blocks, and one of them on both. */
export function withSecondChain(story: Story): Story {
  const random = new Random(story.seed + 8e6);
  if (!random.chance(0.35)) return story;
  const rows = story.rows.map((row): StoryRow => (random.chance(0.4) ? onPolygon(row) : row));
  const [first] = rows;
  const number = rows.length;
  if (first === undefined || first.chain !== 'eth' || number > 3) return { ...story, rows };
  const appears: StoryEvent = { at: random.between(0, minute), what: 'row appears', row: number };
  const moved = story.events.map((event): StoryEvent => {
    const isOfFirst = 'wallet' in event && event.wallet % number === 0;
    return isOfFirst && random.chance(0.4) ? { ...event, wallet: number } : event;
  });
  // Wallet numbers wrap around, and the other rows must keep theirs.
  if (moved.some((event) => 'wallet' in event && event.wallet > number)) return { ...story, rows };
  return { ...story, rows: [...rows, onPolygon(first)], events: [...moved, appears] };
}

function onPolygon(row: StoryRow): StoryRow {
  const moved = tokens.map((token) => [token.address, onChain(token, chainProfiles.polygon).address]);
  const addresses = new Map(moved.map(([from = '', to]) => [from, to]));
  const attributes = Object.entries(row.attributes);
  const there = attributes.map(([name, value]) => [name, addresses.get(String(value)) ?? value]);
  return { ...row, chain: 'polygon', attributes: Object.fromEntries(there) };
}

/** Some rows allow few single alerts, so that most of what comes waits for a digest, and a re-org drops some of that. */
export function withFewSingles(story: Story): Story {
  const random = new Random(story.seed + 17e6);
  const events: StoryEvent[] = [];
  const rows = story.rows.map((row, wallet): StoryRow => {
    if (!random.chance(0.4)) return row;
    const at = random.between(3 * minute, story.minutes * minute);
    const count = random.between(3, 9);
    events.push({ at, what: 'mixed storm', wallet, count, seed: random.between(0, 1e6) });
    const reorg = makeReorg(random, story.rows.length);
    events.push({ at: at + random.between(60_000, 80_000), ...reorg, row: wallet, depth: 10 });
    return { ...row, attributes: { ...row.attributes, singles: random.pick(['0', '1', '3']) } };
  });
  return { ...story, rows, events: [...story.events, ...events] };
}

/** People change, pause, delete and restore rows, and mistype some or type them twice. */
export function withRowChanges(story: Story): Story {
  const random = new Random(story.seed + 9e6);
  if (!random.chance(0.4)) return story;
  // A generator of its own, so that the changes stay the same.
  const refusals = new Random(story.seed + 13e6);
  const changes = many(random, 1, 4, (): StoryEvent[] => {
    const number = random.between(0, story.rows.length - 1);
    const at = random.between(2 * minute, story.minutes * minute);
    // A deleted row comes back before the calm, so that there is time for polls at every interval.
    const made = backBy(story.minutes * minute - at, makeChange(random, number, story.rows[number]));
    const change = { at, ...made };
    // Operations hear of its beginning and of its end; SNS refuses one of the two.
    const skip = refusals.between(0, 1);
    const refused: StoryEvent = { at, what: 'AWS', fault: 'SNS refuses operations', skip };
    return refusals.chance(0.5) ? [change, refused] : [change];
  });
  return { ...story, events: [...story.events, ...changes.flat()] };
}

function backBy(most: number, change: RowHappening): RowHappening {
  return change.what === 'row is deleted' && change.lasts !== null
    ? { ...change, lasts: Math.min(change.lasts, most) }
    : change;
}

function makeChange(random: Random, row: number, typed: StoryRow | undefined): RowHappening {
  const lasts = random.between(30_000, 25 * minute);
  const attributes = attributesFor(random, typed);
  const kind = random.next();
  if (kind < 0.3) return { what: 'row changes', row, attributes };
  if (kind < 0.4) return { what: 'row is mistyped', row, lasts };
  if (kind < 0.6) return { what: 'row pauses', row, lasts };
  if (kind < 0.8) return { what: 'row is deleted', row, lasts: random.chance(0.8) ? lasts : null };
  const spelling = random.pick(['letter case', 'chain name', 'both'] as const);
  return { what: 'duplicate', row, spelling, attributes, lasts };
}

function attributesFor(random: Random, row: StoryRow | undefined): TypedAttributes {
  const token = onChain(random.pick(tokens), chainProfiles[row?.chain ?? 'eth']).address;
  const { ignoreTokens: _, ...attributes } = makeAttributes(random);
  return {
    ...attributes,
    ...(random.chance(0.2) ? { tokens: [token] } : {}),
    ...(random.chance(0.2) ? { ignoreTokens: token } : {}),
    ...(random.chance(0.3) ? { label: `Label ${random.between(1, 99)}` } : {}),
  };
}

/** People start a tick by hand just after a tick that had something to publish: both poll the same wallets. */
export function withHurriedTicks(story: Story): Story {
  const random = new Random(story.seed + 15e6);
  if (!random.chance(0.3)) return story;
  const ticks = story.events.flatMap(({ at, what }): StoryEvent[] => {
    const after = random.between(300, 3_500);
    if (what !== 'transfer' || !random.chance(0.4)) return [];
    return [{ at: Math.ceil(at / minute) * minute + after, what: 'second tick' }];
  });
  return { ...story, events: [...story.events, ...ticks] };
}

/** The API's index stalls for up to hours, single transfers come hours late, cursors expire, the key changes. */
export function withApiChanges(story: Story): Story {
  const random = new Random(story.seed + 10e6);
  const { node } = story.settings;
  const life = random.chance(0.3) ? random.between(20_000, 5 * minute) : undefined;
  const cursorLife = life !== undefined && isSlowCrowd(story) ? life + 6 * minute : life;
  const keys = many(random, 0, random.chance(0.2) ? 2 : 0, (): StoryEvent => {
    const at = random.between(0, story.minutes * minute);
    const how = random.pick(['refused first', 'put first', 'missing'] as const);
    return { at, what: 'key changes', how, lasts: random.between(0, 8 * minute) };
  });
  const events = [...story.events, ...keys];
  const changed = { ...story, settings: { ...story.settings, cursorLife }, events };
  // With a node that omits nothing, the next sweep reports what comes hours late, and that sweep is after the story's end.
  if (node === 'honest' || node === 'calm') return changed;
  return withLateIndex(changed, random);
}

/** Only cursors can read a crowd in one block, so a wallet must be polled again before they expire. */
function isSlowCrowd({ rows, events }: Story): boolean {
  const isSlow = ({ every }: TypedAttributes) => every === '2m' || every === '5m';
  const mayBeSlow =
    rows.some(({ attributes }) => isSlow(attributes)) ||
    events.some((event) => event.what === 'row changes' && isSlow(event.attributes));
  return mayBeSlow && events.some(({ what }) => what === 'crowd');
}

function withLateIndex(story: Story, random: Random): Story {
  const events = story.events.map((event): StoryEvent => {
    const isLate = event.what === 'transfer' && random.chance(0.03);
    return isLate ? { ...event, late: random.between(5 * minute, 180 * minute) } : event;
  });
  if (!random.chance(0.08)) return { ...story, events };
  const lasts = random.between(10, random.chance(0.3) ? 180 : 40) * minute;
  const row = random.between(0, story.rows.length - 1);
  const at = random.between(3 * minute, story.minutes * minute);
  const minutes = Math.max(story.minutes, Math.ceil((at + lasts) / minute) + 5);
  return { ...story, minutes, events: [...events, { at, what: 'index stands still', row, lasts }] };
}
