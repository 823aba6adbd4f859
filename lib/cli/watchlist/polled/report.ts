import pLimit from 'p-limit';
import * as z from 'zod';
import { nextPollAt } from '../../../../functions/dispatch-polls/due-polls.ts';
import { restIsWatched } from '../../../../functions/dispatch-polls/rows/row-incidents.ts';
import { plausibleThrough } from '../../../../functions/poll-wallets/read/plausible-block.ts';
import type { Clock } from '../../../../functions/runtime/clock.ts';
import { storedIncident } from '../../../../functions/state/cursor.ts';
import { createReadItems, stateKey } from '../../../../functions/state/state-items.ts';
import { cleanText } from '../../../../functions/text/safe-text.ts';
import { readWatchlist, understandRow } from '../../../../functions/wallet/read-watchlist.ts';
import { type Watch, watchKey } from '../../../../functions/wallet/watch.ts';
import { paceText } from '../../../pace-text.ts';
import type { Permission } from '../../frame/command.ts';
import { openIncidents, unpolledIn } from '../../health/shared-faults.ts';
import { lookAround, surroundingsPermissions } from '../../health/surroundings.ts';
import { newestEntries } from '../../history/entries.ts';
import { type OpenStack, openTable } from '../../stack/open-stack.ts';
import { allRows } from '../../stack/watchlist.ts';
import { type Cell, minuteOf } from '../../table.ts';

/** Times are ISO texts. */
export type WatchReport = Awaited<ReturnType<typeof reportsOf>>[number];

/** The last alert costs a query a wallet; larger Watchlists go without. */
export const maxWithAlerts = 200;

/** All commands use these words. */
export function stateCell(
  paused: boolean,
  { failing, since, unwatched, pace }: Pick<WatchReport, 'failing' | 'since' | 'unwatched' | 'pace'>,
): Exclude<Cell, string | number | null> {
  if (paused) return { text: 'paused', look: 'dim' };
  if (unwatched) return { text: `NOT watched: ${unwatched.what}`, look: 'bad' };
  const word = failing?.reason.endsWith(restIsWatched) ? 'partly watched' : 'failing';
  if (failing) return { text: `${word} since ${minuteOf(failing.since)}: ${failing.reason}`, look: 'bad' };
  if (pace?.callsPerDay) return { text: `polled ${paceText(pace)}`, look: 'bad' };
  return since === null ? { text: 'waits for its first poll', look: 'dim' } : { text: 'ok', look: 'good' };
}

/** A dash means never polled. */
export function blockCell({ block, since }: Pick<WatchReport, 'block' | 'since'>): Cell {
  return block ?? (since === null ? null : 'no transfer');
}

/** The attributes of an item of State that are read here. */
const item = z.object({
  start: z.object({ since: z.string() }).nullable().default(null),
  block: z.coerce.number().nullable().default(null),
  failing: storedIncident.nullable().default(null),
  anchor: z.object({ block: z.coerce.number(), minedAt: z.coerce.number() }).nullable().catch(null),
});

const atOnce = 10;

export const reportPermissions = [
  { action: 'dynamodb:BatchGetItem', on: ['state'] },
  { action: 'dynamodb:Query', on: ['history'] },
  ...surroundingsPermissions,
] as const satisfies readonly Permission[];

/** Problems by watchKey, of failing wallets only. */
export async function failingOf(open: OpenStack, clock: Clock, watches: readonly Watch[]) {
  const stored = await storedOf(open, clock, watches);
  const incidents = await openIncidents(open);
  return new Map(
    stored.flatMap(({ watch, failing, ahead }) => {
      const shown = shownFailing(failing ?? unpolledIn(incidents, watch) ?? ahead);
      return shown === null ? [] : [[watchKey(watch), shown] as const];
    }),
  );
}

function shownFailing(failing: { readonly since: number; readonly reason: string } | null) {
  return failing && { since: isoTime(failing.since), reason: cleanText(failing.reason, 300) ?? '' };
}

const isoTime = (time: number) => new Date(time).toISOString();

/** Reports in the order of the watches. */
export async function reportsOf(open: OpenStack, clock: Clock, watches: readonly Watch[]) {
  const stored = await storedOf(open, clock, watches);
  const history = await openTable(open, 'history');
  const around = lookAround(open, clock);
  const withAlerts = watches.length <= maxWithAlerts;
  const lastAlertAt = async (watch: Watch): Promise<string | null> => {
    // An unreadable entry without a block is listed before newer alerts.
    for await (const { alert } of newestEntries(history, watch, ['told']))
      if (alert.type !== 'entry.unreadable') return alert.detectedAt;
    return null;
  };
  const reportOf = async ({ watch, start, block, failing, ahead }: (typeof stored)[number]) => {
    const [fault, pace] = watch.paused
      ? [null, null]
      : await Promise.all([around.faultOf(watch), around.paceOf(watch)]);
    const seconds = pace && (pace.callsPerDay ? pace.everySeconds : pace.askedSeconds);
    return {
      /** The time of the first successful poll; null: never polled. */
      since: start?.since ?? null,
      block,
      /** A fault of its own. */
      failing: shownFailing(failing ?? (watch.paused ? null : await around.unpolledOf(watch)) ?? ahead),
      /** A fault that it shares with other wallets. */
      unwatched: fault && { what: fault.what, toDo: open.addressed(fault.toDo) },
      /** Includes the plan's stretching; null: unknown. */
      pace,
      /** Null: paused, not polled, or the interval is unknown. */
      nextPollAt:
        fault !== null || seconds === null ? null : isoTime(nextPollAt(watch, seconds, clock.now())),
      lastAlertAt: withAlerts ? await lastAlertAt(watch) : null,
    };
  };
  const limit = pLimit(atOnce);
  return Promise.all(stored.map((one) => limit(reportOf, one)));
}

/**
 * The rows of the Watchlist with reports of their polls. Rows with a `problem` come last: unreadable ones, and duplicates
 * of a polled row.
 */
export async function listRows(open: OpenStack, clock: Clock) {
  const { watched, unreadable, duplicates } = readWatchlist(await allRows(open));
  const watches = watched.map(({ watch }) => watch);
  // A broken row keeps its stored state, as a paused one does, if its key can be read.
  const broken = unreadable.flatMap(({ row }) => {
    const read = understandRow({ wallet: row.wallet, chain: row.chain, paused: true });
    return 'watch' in read ? [{ row, watch: read.watch }] : [];
  });
  const reports = await reportsOf(open, clock, [...watches, ...broken.map(({ watch }) => watch)]);
  const lasts = new Map(broken.map(({ row }, i) => [row, reports[watches.length + i]]));
  return [
    ...watched.flatMap((one, i) => {
      const report = reports[i];
      return report === undefined ? [] : [{ ...one, report }];
    }),
    ...unreadable.map(({ row, error }) => {
      const { message: problem, attribute: field } = error;
      return { row, problem, field, last: lasts.get(row) };
    }),
    ...duplicates.map(({ row, polledRow }) => {
      const problem = `Only the row ${polledRow.wallet} on ${polledRow.chain} counts, not this one.`;
      return { row, problem, field: null, last: undefined };
    }),
  ];
}

/**
 * Each watch with its State item, in the order of the watches. `ahead`: the chain can't have reached its `fromBlock`. Its polls do
 * not fail, because the API answers with empty pages. The newest block is estimated from transfers that polls of the chain have
 * found; without any, no watch is ahead.
 */
async function storedOf(open: OpenStack, clock: Clock, watches: readonly Watch[]) {
  const readItems = createReadItems(await openTable(open, 'state'), clock);
  const items = await readItems(watches.map(stateKey), Object.keys(item.shape));
  const all = watches.map((watch) => ({ watch, ...item.parse(items.get(watchKey(watch)) ?? {}) }));
  const reached = new Map<string, number>();
  for (const { watch, anchor } of all) {
    if (anchor === null) continue;
    const through = plausibleThrough([], { anchor, block: null }, watch.chain, clock.now());
    // Use the chain's highest estimate: one low block number from the API must not make other watches seem ahead.
    reached.set(watch.chain.id, Math.max(through, reached.get(watch.chain.id) ?? 0));
  }
  return all.map((one) => {
    const { fromBlock, chain } = one.watch;
    const newest = reached.get(chain.id);
    if (fromBlock === null || one.anchor !== null || newest === undefined || fromBlock <= newest)
      return { ...one, ahead: null };
    const begun = one.start && ', and delete its item in the State table, so that it begins anew';
    const reason = `${chain.name} has not reached fromBlock ${fromBlock}, so nothing is reported until then: correct it${begun ?? ''}.`;
    return { ...one, ahead: { since: one.start ? Date.parse(one.start.since) : clock.now(), reason } };
  });
}
