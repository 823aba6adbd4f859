import type { EpochMilliseconds } from '../chain/units.ts';
import { stackOf } from '../runtime/error-text.ts';
import { deliverMessage } from './deliver-message.ts';
import { createIncidentReports } from './delivery/incident-reports.ts';
import { type Destination, findTarget } from './delivery/target.ts';
import type { DeliverDependencies, Delivery, DestinationStores } from './dependencies.ts';
import type { QueuedMessage } from './queued-message.ts';

/** How often a worker asks whether the other one has released the destination. */
const askEveryMs = 400;
/** How long messages stay hidden if another worker keeps the destination. */
const comesBackMs = 2_000;
/** Messages queued within a second may reach the worker in any order. The worker waits this long for the earlier ones. */
const queuedTogetherMs = 1_000;
/** Two workers that get batches at once put their messages into the line within this time. */
const inLineMs = 300;
/** The last try takes up to ten seconds, and the tables and queues of AWS take the rest. */
const lastTryMs = 15_000;

/**
 * Delivers each wallet's messages in order, and wallets side by side. One worker at a time has a destination, which keeps order and rates.
 * @param end epoch milliseconds: the invocation is over by then
 * @returns the messages that stay in the queue
 */
export async function deliverBatch(
  destination: Destination,
  messages: readonly QueuedMessage[],
  deps: DeliverDependencies,
  end: EpochMilliseconds,
): Promise<readonly QueuedMessage[]> {
  const stores = deps.storesOf(destination.name);
  await joinLine(messages, stores, deps);
  const tryUntil = end - lastTryMs;
  const take = () => deps.states.take(destination.name, end);
  let lease = await take();
  while (lease === null && deps.clock.now() < tryUntil) {
    await deps.clock.sleep(askEveryMs);
    lease = await take();
  }
  if (lease === null) {
    // These messages are in line already, so that no later one overtakes them.
    for (const message of messages) await stores.queue.hide(message, comesBackMs);
    return messages;
  }
  try {
    const delivery: Delivery = {
      ...deps,
      ...stores,
      destination,
      lease,
      reports: createIncidentReports(destination, lease, deps),
      tryUntil,
      target: await findTarget(destination, lease, deps),
    };
    const lines = linesOf(messages);
    const outcomes = await Promise.allSettled(
      lines.map(async (line) => {
        const left: QueuedMessage[] = [];
        for (const message of line) if (!(await deliverMessage(message, delivery))) left.push(message);
        return left;
      }),
    );
    return leftOf(outcomes, lines, deps);
  } finally {
    await lease.release();
  }
}

/** Messages by wallet, in order. A message before an urgent one of its wallet is urgent too. */
function linesOf(messages: readonly QueuedMessage[]): readonly (readonly QueuedMessage[])[] {
  const inOrder = messages.toSorted((a, b) => (a.position < b.position ? -1 : 1));
  return Array.from(Map.groupBy(inOrder, ({ line }) => line).values(), (line) => {
    const lastUrgent = line.findLastIndex(({ isUrgent }) => isUrgent);
    return line.map((message, i) => ({ ...message, isUrgent: i <= lastUrgent }));
  });
}

/** Messages join the line before any is tried: the worker with later messages may begin first. */
async function joinLine(
  messages: readonly QueuedMessage[],
  { line }: DestinationStores,
  { clock }: DeliverDependencies,
): Promise<void> {
  const joined = await Promise.all(messages.map((message) => line.join(message)));
  if (!joined.includes(true)) return;
  const youngest = Math.max(...messages.map(({ queuedAt }) => queuedAt));
  const together = Math.min(youngest + queuedTogetherMs - clock.now(), queuedTogetherMs);
  await clock.sleep(Math.max(inLineMs, together));
}

/**
 * If a wallet's delivery fails, all its messages stay in the queue; delivered ones are on record and are not sent again.
 * @throws Error if the deliveries of all wallets failed, so that the function's own alarm rings
 */
function leftOf(
  outcomes: readonly PromiseSettledResult<readonly QueuedMessage[]>[],
  lines: readonly (readonly QueuedMessage[])[],
  { log }: Pick<DeliverDependencies, 'log'>,
): readonly QueuedMessage[] {
  const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  for (const fault of faults) log.error('error: messages could not be delivered', { error: stackOf(fault) });
  if (faults.length > 0 && faults.length === outcomes.length)
    throw new Error('No message of the batch could be delivered.', { cause: faults[0] });
  return outcomes.flatMap((outcome, i) => (outcome.status === 'rejected' ? (lines[i] ?? []) : outcome.value));
}
