import type { OutgoingAlert } from '../../alert/outgoing-alert.ts';
import type { NewRow } from '../../state/row.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { measureLatency } from './measure-latency.ts';
import { endOf } from './record.ts';
import { type OpenCursor, saveOwn } from './save-own.ts';

/** SNS did not take an alert; it waits in its batch for the next poll. */
export class AlertsRefused extends Error {
  override readonly name = 'AlertsRefused';
  /** @param cause what SNS answered; null where the time ran out */
  constructor(message: string, cause: Error | null) {
    super(message, { cause });
  }
}

/**
 * Publishes the messages of a batch in their turns, from the first that did not go out. What they say stands in their rows: it
 * is the same for whoever publishes them.
 * @throws AlertsRefused with the rest left to the next poll
 */
export async function publish(
  watch: Watch,
  cursor: OpenCursor,
  rows: readonly NewRow[],
  deps: Pick<PollDependencies, 'publish' | 'states' | 'clock' | 'count' | 'time'>,
  { publishUntil, pace }: Pick<PollLimits, 'publishUntil' | 'pace'>,
): Promise<void> {
  const { open, start } = cursor;
  const messages = messagesOf(rows).slice(open.published);
  if (messages.length === 0) return;
  const { published, failure } = await deps.publish(messages, endOf(open, { publishUntil }), (alert) =>
    measureLatency(alert, start, pace, deps),
  );
  if (published === messages.length) return;
  const left = { ...open, published: open.published + published, lease: 0 };
  await saveOwn(watch, cursor, { open: left }, deps);
  throw new AlertsRefused(
    `${messages.length - published} alert(s) of ${watch.wallet} were not published; the next poll does it.`,
    failure,
  );
}

function messagesOf(rows: readonly NewRow[]): OutgoingAlert[] {
  return rows
    .flatMap(({ turn, alert, outgoing }) =>
      turn === null || alert === null ? [] : [{ turn, alert, outgoing }],
    )
    .sort((a, b) => a.turn - b.turn)
    .map(({ alert, outgoing }) => ({ alert, ...outgoing }));
}
