import { paceText } from '../../functions/rate/poll-pace.ts';
import { type Clock, systemClock } from '../../functions/runtime/clock.ts';
import { cleanText } from '../../functions/text/safe-text.ts';
import { readWatchlist } from '../../functions/wallet/read-watchlist.ts';
import { attributesOf, type WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import type { OpenStack } from '../cli/stack/chainbell-stack.ts';
import { reportsOf, type WatchReport } from '../cli/watchlist/polled/report.ts';
import { valueText } from '../cli/watchlist/rows/plain-row.ts';
import { allRows } from '../cli/watchlist/rows/rows.ts';
import { inFieldWords } from './action-reply.ts';

/**
 * Those with problems first, then by label. `problem`: why it is not polled as asked; `field`: the attribute at fault;
 * `lastAlertAt`: ISO, null also with very many wallets.
 */
export async function listWallets(open: OpenStack, clock: Clock = systemClock) {
  const { watched, unreadable, duplicates } = readWatchlist(await allRows(open));
  const watches = watched.map(({ watch }) => watch);
  const reports = await reportsOf(open, clock, watches);
  const bad = [
    ...unreadable.map(({ row, error }) => ({
      row,
      problem: inFieldWords(error.message),
      field: error.attribute,
    })),
    ...duplicates.map(({ row, standsIn }) => ({
      row,
      problem: `The row ${standsIn.wallet} on ${standsIn.chain} stands in for this one.`,
      field: null,
    })),
  ].map(({ row, ...fault }) => ({
    ...partsOf(row),
    state: 'unreadable' as const,
    ...fault,
    lastAlertAt: null,
  }));
  const good = watched.map(({ row, watch }, i) => ({
    ...partsOf(row),
    ...stateOf(watch.paused, reports[i]),
    field: null,
    lastAlertAt: reports[i]?.lastAlertAt ?? null,
  }));
  return [...bad, ...good.toSorted((a, b) => (a.label ?? '~').localeCompare(b.label ?? '~', 'en'))];
}

function partsOf(row: WatchlistRow) {
  const attributes = [...attributesOf(row)].map(([name, value]) => [name, valueText(value)]);
  const label = typeof row.label === 'string' ? cleanText(row.label) : null;
  return { wallet: row.wallet, chain: row.chain, label, attributes: Object.fromEntries(attributes) };
}

function stateOf(paused: boolean, report: WatchReport | undefined) {
  if (paused) return { state: 'paused', problem: null };
  const { unwatched, failing, pace, since } = report ?? {};
  if (unwatched) return { state: 'unwatched', problem: `${sentence(unwatched.what)}. ${unwatched.toDo}` };
  if (failing) return { state: 'failing', problem: failing.reason };
  if (pace?.callsPerDay) return { state: 'slow', problem: `Polled ${paceText(pace)}.` };
  return { state: since ? 'ok' : 'waiting', problem: null };
}

function sentence(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}
