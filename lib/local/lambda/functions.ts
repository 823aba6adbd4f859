import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Alert } from '../../../functions/alert/alert.ts';
import type { ChainSources } from '../../../functions/chain/chain-sources.ts';
import { dispatchDependencies } from '../../../functions/dispatch-polls/dependencies.ts';
import { createDispatchHandler } from '../../../functions/dispatch-polls/handler.ts';
import { type FindNode, readNode } from '../../../functions/node/node-parameters.ts';
import { pollDependencies } from '../../../functions/poll-wallets/dependencies.ts';
import { createPollHandler } from '../../../functions/poll-wallets/handler.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import type { Log } from '../../../functions/runtime/log.ts';
import type { HistoryTable } from '../../../functions/state/history-table.ts';
import type { NewRow } from '../../../functions/state/ledger-row.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { readSettings } from '../../aws/settings/read-settings.ts';
import { filterReason } from '../../cli/history/entries.ts';
import { dispatchVariables, pollVariables } from '../../environment.ts';
import { fixedApiKey } from '../../fixed-api-key.ts';
import { alertsPerSecond, pollingLimits } from '../../limits.ts';
import type { HiddenNews } from '../../page/news.ts';
import type { EmbeddedAws } from '../engine/embedded-aws.ts';
import { withoutLinks } from '../published.ts';
import { createPollReads, type PollRead } from './poll-reads.ts';

export interface ApiAccess {
  readonly baseUrl: string;
  /** Empty: no coin lookup. */
  readonly coinBaseUrl: string;
  /** Null: no prices are asked for. */
  readonly key: string | null;
  readonly source?: ChainSources;
}

export type SqsFunction = (event: SQSEvent) => Promise<SQSBatchResponse>;

export type LocalFunctions = ReturnType<typeof localFunctions>;

export interface LocalFunctionsOptions {
  /** In place of the SSM parameters; none by default. */
  readonly findNode?: FindNode;
  /** By default nothing wakes the dispatch function between two ticks. */
  readonly scanEvery?: string;
  readonly callsPerSecond?: number;
  /** Transfers are simulated: no explorer shows them. */
  readonly madeUp?: boolean;
  /** 1 by default. */
  readonly workers?: number;
  readonly log?: Log;
  /** Called after each batch of polls. */
  readonly polled?: (reads: readonly PollRead[]) => void;
  /** Called for each transfer that is hidden, or filtered by its row. */
  readonly hidden?: (news: HiddenNews) => void;
}

/** The deployed functions with the stack's own defaults. */
export function localFunctions(
  aws: EmbeddedAws,
  { key, ...addresses }: ApiAccess,
  {
    workers = 1,
    log,
    polled = () => {},
    hidden = () => {},
    madeUp = false,
    findNode = async () => ({ kind: 'none' }),
    ...chosen
  }: LocalFunctionsOptions = {},
) {
  // Every wallet is due at every tick: the schedule sets the pace.
  const settings = readSettings({ scanEvery: '1m', ...addresses, ...chosen });
  const { stackName, apiKeyParameter } = settings;
  const wakeUpsQueueUrl = settings.scanEvery < 60 ? aws.wakeUpsQueueUrl : '';
  const resources = { ...aws, wakeUpsQueueUrl, stackName, apiKeyParameter };
  const overrides = { ...aws, ...(log === undefined ? {} : { log }) };
  const apiKey = fixedApiKey(key, { required: false });
  const known = new Set<string>();
  const reportHidden = ({ status, alert }: NewRow, watch: Watch) => {
    if (alert === null || (status !== 'hidden' && status !== 'unwanted')) return;
    // A repeated poll puts the same rows again.
    if (known.size === known.add(alert.id).size) return;
    if (status === 'hidden') hidden({ kind: 'hidden', alert });
    else hidden({ kind: 'filtered', alert, filter: filterReason(alert, watch) });
  };
  const asKept = <Told extends { readonly alert: Alert | null }>(one: Told): Told =>
    madeUp && one.alert !== null ? { ...one, alert: withoutLinks(one.alert) } : one;

  const makeWorker = (): SqsFunction => {
    const reads = createPollReads(systemClock.now);
    const poll = createPollHandler(async () => {
      const variables = pollVariables(settings, { alertsPerSecond }, resources);
      const { deps, flush } = await pollDependencies(variables, { ...overrides, apiKey, hasMetrics: false });
      const source = reads.listen(deps.source);
      const put: HistoryTable['put'] = async (watch, batch, rows) => {
        const kept = rows.map(asKept);
        await deps.history.put(watch, batch, kept);
        for (const row of kept) reportHidden(row, watch);
      };
      const history = { ...deps.history, put };
      const publish: typeof deps.publish = (alerts, ...when) => deps.publish(alerts.map(asKept), ...when);
      return { deps: { ...deps, source, history, publish }, flush };
    });
    return async (event) => {
      const end = Date.now() + pollingLimits.timeout * 1_000;
      const result = await poll(event, { getRemainingTimeInMillis: () => end - Date.now() });
      polled(reads.take());
      return result;
    };
  };
  const outside = { ...overrides, findNode, hasOutside: false };
  const dispatch = createDispatchHandler(() =>
    dispatchDependencies(dispatchVariables(settings, resources), outside),
  );
  return {
    dispatch: (time: Date) => dispatch({ time: time.toISOString() }),
    /** Handles wake-up messages, which a tick sends for scans before the next tick. */
    wake: dispatch,
    /** Workers run side by side: a hanging call delays only its own worker. */
    workers: Array.from({ length: workers }, makeWorker),
  };
}

/** @param urls by chain id */
export function fixedNodes(urls: ReadonlyMap<string, string>): FindNode {
  return async ({ id, name }) => {
    const url = urls.get(id);
    return url === undefined ? { kind: 'none' } : readNode(url, `of ${name}`);
  };
}
