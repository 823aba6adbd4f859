import * as z from 'zod';
import { readPosition } from '../../../functions/state/place.ts';
import { type ChainName, chainProfiles } from '../chain/chain-profiles.ts';
import { tokens } from '../chain/sim-tokens.ts';
import { pollPoints } from './generate-story.ts';
import type { StoryEvent } from './happenings.ts';
import { firstAppears, rowOfWallet, wellIndexed } from './make.ts';
import type { Story } from './story.ts';

const minute = 60_000;
/** By then the wallet is watched, so that its first poll does not treat the transfers as old. */
const firstBlockAt = 3 * minute;
/** Blocks further apart than this are polled separately anyway. */
const longestGap = 5 * minute;

/** The parts of a LedgerReport that make a story. */
const ledgerReport = z.object({
  broken: z.string(),
  wallet: z.string().regex(/^0x[0-9a-f]{40}$/),
  chain: z.string(),
  cursor: z.looseObject({ block: z.number().nullable(), newest: z.number() }),
  rows: z.array(z.object({ position: z.string(), status: z.string() })),
});
type Report = z.infer<typeof ledgerReport>;

/**
 * The stories of a broken ledger's report: its wallet gets as many transfers, in blocks as far apart, first with nothing
 * else, then with a re-org below each of them, and then with a crash at each await of a poll.
 * @param text the JSON of the report, or of the log line that contains it
 */
export function storiesFromReport(text: string): readonly Story[] {
  const line: unknown = JSON.parse(text);
  const report = ledgerReport.parse(Object(line).report ?? line);
  const events = transfersOf(report);
  const last = events.at(-1)?.at ?? firstBlockAt;
  const reorg: StoryEvent = { at: last + minute + 1_000, what: 're-org', row: 0, depth: 10, seed: 1 };
  const troubles = pollPoints.flatMap((point) =>
    (['before', 'after'] as const).map((when) => [
      { at: last + 1, what: 'crash' as const, point, skip: 0, when },
    ]),
  );
  return [[], [reorg], ...troubles, ...troubles.map((crash) => [...crash, reorg])].map((more, seed) => ({
    seed,
    minutes: Math.ceil(last / minute) + 5,
    settings: { callsPerSecond: 10, quota: null, clockSkew: 0 },
    rows: [rowOfWallet(report.wallet, { chain: chainOf(report), old: 1 })],
    events: [firstAppears, ...events, ...more],
  }));
}

/** The simulator has two chains: a wallet of any other is played on eth. */
function chainOf({ chain }: Report): ChainName {
  return chain === 'polygon' ? 'polygon' : 'eth';
}

/** One transfer for each row, in chain order; without rows, one in each of the cursor's two blocks. */
function transfersOf(report: Report): StoryEvent[] {
  const { cursor, rows } = report;
  const { blockTime } = chainProfiles[chainOf(report)];
  const placed = rows.map(({ position, status }) => ({ block: readPosition(position).place.block, status }));
  const marks = [cursor.block ?? cursor.newest, cursor.newest].map((block) => ({ block, status: 'told' }));
  const inOrder = (placed.length > 0 ? placed : marks).toSorted((a, b) => a.block - b.block);
  let at = firstBlockAt;
  return inOrder.map(({ block, status }, i): StoryEvent => {
    at += Math.min((block - (inOrder[i - 1]?.block ?? block)) * blockTime, longestGap);
    const token = status === 'hidden' ? tokens.findIndex(({ spam }) => spam) : 0;
    const value = BigInt(i + 1) * 1_000_000n;
    return { at, what: 'transfer', wallet: 0, direction: 'in', token, value, twins: 1, ...wellIndexed };
  });
}
