import { shownAddress } from '../../functions/chain/address.ts';
import { type Clock, systemClock } from '../../functions/runtime/clock.ts';
import { attributesOf } from '../../functions/wallet/watchlist-row.ts';
import type { OpenStack } from '../cli/stack/open-stack.ts';
import { listRows, type WatchReport } from '../cli/watchlist/polled/report.ts';
import { labelOf, valueText } from '../cli/watchlist/rows/plain-row.ts';
import { paceText } from '../pace-text.ts';
import { inFieldWords } from './action-reply.ts';

/**
 * Those with problems first, then by label. `problem`: why it is not polled as asked; `field`: the attribute at fault;
 * `shown` is the address with its checksum. `lastAlertAt` is ISO time; null if there was no alert, or with very many wallets.
 */
export async function listWallets(open: OpenStack, clock: Clock = systemClock) {
  const rows = (await listRows(open, clock)).map((one) => {
    const { wallet, chain } = one.row;
    const attributes = [...attributesOf(one.row)].map(([name, value]) => [name, fieldText(name, value)]);
    const parts = {
      wallet,
      shown: shownAddress(wallet),
      chain,
      label: labelOf(one.row),
      attributes: Object.fromEntries(attributes),
    };
    if ('report' in one) {
      const { lastAlertAt } = one.report;
      return { ...parts, ...stateOf(one.watch.paused, one.report), field: null, lastAlertAt };
    }
    const { problem, field } = one;
    return { ...parts, state: 'unreadable', problem: inFieldWords(problem), field, lastAlertAt: null };
  });
  const isBad = ({ state }: (typeof rows)[number]) => state === 'unreadable';
  const good = rows.filter((row) => !isBad(row));
  const byLabel = good.toSorted((a, b) => (a.label ?? '~').localeCompare(b.label ?? '~', 'en'));
  return [...rows.filter(isBad), ...byLabel];
}

/** In lower case, as the choices of the form's lists: saving the form would lose a word that is no choice. */
const fieldText = (name: string, value: unknown) =>
  /^(direction|spam)$/.test(name) ? valueText(value).trim().toLowerCase() : valueText(value);

function stateOf(paused: boolean, { unwatched, failing, pace, since }: WatchReport) {
  if (paused) return { state: 'paused', problem: null };
  if (unwatched) {
    const { what, toDo } = unwatched;
    return { state: 'unwatched', problem: `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${toDo}` };
  }
  if (failing) return { state: 'failing', problem: failing.reason };
  if (pace?.callsPerDay) return { state: 'slow', problem: `Polled ${paceText(pace)}.` };
  return { state: since ? 'ok' : 'waiting', problem: null };
}
