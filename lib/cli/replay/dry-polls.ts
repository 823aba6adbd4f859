import type { Alert } from '../../../functions/alert/alert.ts';
import { digestRows } from '../../../functions/poll-wallets/decide/digests.ts';
import type { PollDependencies, SharedDependencies } from '../../../functions/poll-wallets/dependencies.ts';
import { pollWallet } from '../../../functions/poll-wallets/poll-wallet.ts';
import { type Cursor, neverPolled, waitingDigests } from '../../../functions/state/cursor.ts';
import type { HistoryTable } from '../../../functions/state/history-table.ts';
import type { TransferSource, UnreadableTransfer } from '../../../functions/transfer/source.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { historyInMemory, statesInMemory } from './tables-in-memory.ts';

export interface Replayed {
  readonly status: 'told' | 'hidden';
  readonly alert: Alert;
}

/** Milliseconds of a dry poll; nobody waits behind it. */
const longestPoll = 300_000;

/**
 * Polls as the deployed function does, from the watch's `fromBlock` on, without publishing, storing or earlier memory.
 * @param newest the last block; null: the head
 * @param take called in order, also before a poll that throws
 * @throws errors of transfer/source-errors.ts
 */
export async function dryPolls(
  watch: Watch,
  deps: SharedDependencies,
  newest: number | null,
  take: (replayed: Replayed) => void,
) {
  const dry: PollDependencies = {
    ...deps,
    owePoll: async () => {},
    bulk: false,
    pace: { everySeconds: 0, askedSeconds: 0, callsPerDay: null },
    source: upToBlock(deps.source, newest),
    states: statesInMemory(deps.clock.now),
    journal: { events: async () => [], dropEvents: async () => {} },
    history: replayedHistory(take),
    announcements: { claim: async () => true },
    publish: async (alerts) => {
      for (const { alert } of alerts) if (alert.type !== 'wallet.watching') take({ status: 'told', alert });
      return { published: alerts.length, failure: null };
    },
    publishOperations: async () => {},
    count() {},
    time() {},
  };
  const unreadable: UnreadableTransfer[] = [];
  for (let before = neverPolled; ; ) {
    const deadline = deps.clock.now() + longestPoll;
    const limits = { deadline, publishUntil: deadline };
    const { cursor, isBehind, ...outcome } = await pollWallet(watch, before, dry, limits);
    unreadable.push(...outcome.unreadable);
    if (!isBehind || placeOf(cursor) === placeOf(before)) {
      // A digest is published when its hour ends. A dry poll ends before, so waiting digests are shown here.
      for (const waiting of waitingDigests(cursor.rations))
        for (const { alert } of await digestRows(cursor, waiting, { ...dry, watch }))
          if (alert !== null) take({ status: 'told', alert });
      return { isBehind, unreadable };
    }
    before = cursor;
  }
}

function placeOf({ block, settled, reading }: Cursor): string {
  return JSON.stringify([block, settled, reading?.below, reading?.position]);
}

/** Passes hidden alerts to `take`; `publish` passes reported ones. */
function replayedHistory(take: (replayed: Replayed) => void): HistoryTable {
  const history = historyInMemory();
  return {
    ...history,
    async put(watch, batch, rows) {
      await history.put(watch, batch, rows);
      for (const { status, alert } of rows)
        if (status === 'hidden' && alert !== null) take({ status, alert });
    },
  };
}

/** As if `newest` were the chain's head; null: unchanged. */
function upToBlock(source: TransferSource, newest: number | null): TransferSource {
  if (newest === null) return source;
  return {
    open: source.open,
    async *pages(request, limits) {
      const { from } = request;
      if (from !== null && 'block' in from && from.block > newest)
        yield { transfers: [], unreadable: [], next: null };
      else yield* source.pages({ ...request, to: Math.min(request.to ?? newest, newest) }, limits);
    },
  };
}
