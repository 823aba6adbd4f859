import type { Address } from '../chain/address.ts';
import type { ActivityKind } from './kind.ts';

/** A wallet that was seen active, until its polls have shown what there was to see. */
export interface Mark {
  readonly wallet: Address;
  /** Of this one sight of it: a poll that was made for an earlier one says nothing of it. */
  readonly stamp: string;
  /** The tick that saw it, in minutes since the epoch, as all times of ticks. */
  readonly activeAt: number;
  /** The last tick that saw a surely real token leave it; null: none, or that tail is over. */
  readonly sentAt: number | null;
  /** The same of one that came in, and of a poll that is owed for another reason than a log. */
  readonly sureAt: number | null;
  /** The last tick whose poll of it succeeded; null: none since it was seen. */
  readonly polledAt: number | null;
  /** The highest block that it was seen in; 0 where something else made it active. */
  readonly block: number;
}

/** Minutes after it was seen: the API indexes later than the node does. */
export const tailMinutes = [0, 1, 2, 4, 8] as const;
const lastOfTail = 8;

type Tail = Pick<Mark, 'activeAt' | 'polledAt'>;

/**
 * Whether the tail asks for a poll at this minute: one of its points has come, and no poll since has succeeded. A point is
 * asked for until then, whatever became of the polls before.
 */
export function isOutstanding({ activeAt, polledAt }: Tail, minute: number): boolean {
  if (polledAt === null) return true;
  const points = tailMinutes.map((after) => activeAt + after).filter((point) => point <= minute);
  const asked = points.at(-1);
  // A tick by hand may be the second of its minute: what is due in that minute is due in both.
  return asked !== undefined && (polledAt < asked || asked === minute);
}

/** The dearest kind of activity that asks for a poll at this minute; null: none does. */
export function kindAsking(
  { activeAt, sentAt, sureAt, polledAt }: Mark,
  minute: number,
): ActivityKind | null {
  const asks = (at: number | null) => at !== null && isOutstanding({ activeAt: at, polledAt }, minute);
  if (asks(sentAt)) return 'sent';
  if (asks(sureAt)) return 'sure';
  return asks(activeAt) ? 'unsure' : null;
}

/** When a wallet would have been seen that is owed one poll, and no tail after it. */
export function owedAt(minute: number): number {
  return minute - lastOfTail;
}

/** All points of the tail have come and were polled. */
export function isOver({ activeAt, polledAt }: Tail): boolean {
  return polledAt !== null && polledAt >= activeAt + lastOfTail;
}
