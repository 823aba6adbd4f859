import type { OutgoingAlert } from '../../alert/publish.ts';
import type { NewRow } from '../../state/row.ts';
import type { Poll } from '../poll-dependencies.ts';
import { measureLatency } from '../report/alert-latency.ts';
import { endOf, type OpenCursor, saveOwn } from './open-batch.ts';

/** SNS refused an alert, or time ran out; the next poll publishes the rest. */
export class AlertsRefused extends Error {
  override readonly name = 'AlertsRefused';
  /** @param cause the answer of SNS; null: time ran out */
  constructor(message: string, cause: Error | null) {
    super(message, { cause });
  }
}

/**
 * Publishes a batch's messages in order, from `open.published` on, which is saved only if SNS refuses one or time runs out.
 * @throws AlertsRefused
 */
export async function publish(cursor: OpenCursor, rows: readonly NewRow[], poll: Poll): Promise<void> {
  const { open } = cursor;
  const messages = messagesOf(rows).slice(open.published);
  const { published, failure } = await poll.publish(messages, endOf(open, poll.limits), (alert) =>
    measureLatency(alert, cursor, poll),
  );
  if (published === messages.length) return;
  const left = { ...open, published: open.published + published, lease: 0 };
  await saveOwn(cursor, { open: left }, poll);
  throw new AlertsRefused(
    `${messages.length - published} alert(s) of ${poll.watch.wallet} were not published; the next poll does it.`,
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
