import { paceText } from '../../functions/rate/poll-pace.ts';
import { type Clock, systemClock } from '../../functions/runtime/clock.ts';
import { cleanText } from '../../functions/text/safe-text.ts';
import { attributesOf, type WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import type { OpenStack } from '../cli/stack/chainbell-stack.ts';
import { listRows, type WatchReport } from '../cli/watchlist/polled/report.ts';
import { valueText } from '../cli/watchlist/rows/plain-row.ts';
import { inFieldWords } from './action-reply.ts';

/**
 * Those with problems first, then by label. `problem`: why it is not polled as asked; `field`: the attribute at fault;
 * `lastAlertAt`: ISO, null also with very many wallets.
 */
export async function listWallets(open: OpenStack, clock: Clock = systemClock) {
  const rows = (await listRows(open, clock)).map((one) => {
    const parts = partsOf(one.row);
    if (!('watch' in one)) {
      const { problem, field } = one;
      return { ...parts, state: 'unreadable', problem: inFieldWords(problem), field, lastAlertAt: null };
    }
    const lastAlertAt = one.report?.lastAlertAt ?? null;
    return { ...parts, ...stateOf(one.watch.paused, one.report), field: null, lastAlertAt };
  });
  const isBad = ({ state }: (typeof rows)[number]) => state === 'unreadable';
  const good = rows.filter((row) => !isBad(row));
  const byLabel = good.toSorted((a, b) => (a.label ?? '~').localeCompare(b.label ?? '~', 'en'));
  return [...rows.filter(isBad), ...byLabel];
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
