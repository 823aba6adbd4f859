import { alertTexts } from '../../functions/alert/publish.ts';
import { isProblem, type OpenIncident } from '../../functions/incidents/incident.ts';
import {
  incidentBegan,
  incidentEnded,
  type OperationsMessage,
  type OperationsOrigin,
  operationsOriginOf,
  repositoryRunbook,
} from '../../functions/incidents/operations-message.ts';
import { messageForms } from '../../functions/incidents/operations-text.ts';
import type { Clock } from '../../functions/runtime/clock.ts';
import type { Table } from '../../functions/runtime/table-items.ts';
import { readWatchlist } from '../../functions/wallet/read-watchlist.ts';
import { type Watch, watchKey } from '../../functions/wallet/watch.ts';
import { openIncidents } from '../cli/health/shared-faults.ts';
import { filterReason, newestEntries, type StoredEntry } from '../cli/history/entries.ts';
import { type OpenStack, openTable } from '../cli/stack/open-stack.ts';
import { allRows } from '../cli/stack/watchlist.ts';
import { type AlertNews, addressedNews, type HiddenNews, type News, type OperationsNews } from './news.ts';

/** A look costs a query a wallet. */
export const maxWallets = 200;
/** Maximum alerts of a wallet's first look, and entries read for them: hidden ones must not take an alert's place. */
const [atFirst, readAtFirst] = [50, 250];
/** A later look reads on until it has met this many known entries: late-indexed transfers are below newer ones. */
const seenAgain = 20;

type WatchedEntry = StoredEntry & { readonly watch: Watch };

export type StackFeed = ReturnType<typeof createStackFeed>;

export function createStackFeed(open: OpenStack, clock: Pick<Clock, 'now'>) {
  const seen = new Set<string>();
  const looked = new Set<string>();
  const { name: STACK_NAME, opsTopicArn: OPS_TOPIC_ARN } = open.stack;
  const origin = operationsOriginOf({ RUNBOOK_URL: repositoryRunbook, STACK_NAME, OPS_TOPIC_ARN });
  let problems: ReadonlyMap<string, OpenIncident> = new Map();

  async function unseenOf(watch: Watch, history: Table): Promise<WatchedEntry[]> {
    const unseen: WatchedEntry[] = [];
    const statuses = ['told', 'hidden', 'unwanted'] as const;
    let [again, told] = [0, 0];
    for await (const entry of newestEntries(history, watch, statuses)) {
      if (entry.status === 'told') told += 1;
      if (seen.has(entry.alert.id)) again += 1;
      else unseen.push({ ...entry, watch });
      const isEnough = told === atFirst || unseen.length === readAtFirst;
      // No cap after the first look: a stranger's spam must not hide an alert.
      if (looked.has(watchKey(watch)) ? again === seenAgain : isEnough) break;
    }
    return unseen;
  }

  function operations(published: readonly OpenIncident[]): OperationsNews[] {
    const before = problems;
    problems = new Map(published.map((incident) => [incident.key, incident]));
    const began = published.filter(({ key }) => !before.has(key));
    const ended = before.values().filter(({ key }) => !problems.has(key));
    return [
      ...began.map((one) => operationsNews(incidentBegan(one, one.since), origin)),
      ...ended.map((one) => operationsNews(incidentEnded(one, one, clock.now()), origin)),
    ];
  }

  return {
    /** New entries of History and new operations messages. */
    async next(): Promise<readonly News[]> {
      const history = await openTable(open, 'history');
      const { watched } = readWatchlist(await allRows(open));
      const watches = watched.slice(0, maxWallets).map(({ watch }) => watch);
      const found = (await Array.fromAsync(watches, (watch) => unseenOf(watch, history))).flat();
      const incidents = await openIncidents(open);
      // Nothing fails from here on, so all marked entries are shown. A parallel look may have marked some already.
      const news = found.filter(({ alert: { id } }) => !seen.has(id));
      for (const { alert } of news) seen.add(alert.id);
      for (const watch of watches) looked.add(watchKey(watch));
      // Equal times keep the chain's order, which comes newest first.
      news.reverse().sort((a, b) => Date.parse(a.alert.detectedAt) - Date.parse(b.alert.detectedAt));
      const all = [...news.map((one) => newsOf(one, origin)), ...operations(incidents.filter(isProblem))];
      return all.map((one) => addressedNews(one, open));
    },
  };
}

function operationsNews(message: OperationsMessage, origin: OperationsOrigin): OperationsNews {
  const forms = messageForms(message, origin);
  return { kind: 'operations', message: forms.json, origin, ...forms };
}

function newsOf({ alert, status, watch }: WatchedEntry, origin: OperationsOrigin): AlertNews | HiddenNews {
  if (status === 'hidden') return { kind: 'hidden', alert };
  if (status === 'unwanted') return { kind: 'filtered', alert, filter: filterReason(alert, watch) };
  return { kind: 'alert', alert, origin, json: alert, ...alertTexts(alert, origin.stack.name) };
}
