import * as z from 'zod';
import type { Address } from '../chain/address.ts';

/**
 * Kinds of activity that a log entry shows, most important first. `sent`: a surely real token left the wallet. `sure`: one
 * came in. `unsure`: a contract that anyone may have written names the wallet.
 */
export const activityKinds = ['sent', 'sure', 'unsure'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** The more important of two. */
export function dearer(one: ActivityKind, other: ActivityKind): ActivityKind {
  return activityKinds.indexOf(one) < activityKinds.indexOf(other) ? one : other;
}

export const markItem = z.object({
  /** Of this one sight of it: a poll that was made for an earlier one says nothing of it. */
  stamp: z.string(),
  /** The tick that saw it, in minutes since the epoch, as all times of ticks. */
  activeAt: z.coerce.number(),
  /** The last tick that saw a surely real token leave it; null: none, or that tail is over. */
  sentAt: z.coerce.number().nullable(),
  /** The same of one that came in, and of a poll that is owed for another reason than a log. */
  sureAt: z.coerce.number().nullable(),
  /** The last tick whose poll of it succeeded; null: none since it was seen. */
  polledAt: z.coerce.number().nullable(),
  /** The highest block that it was seen in; 0 where something else made it active. */
  block: z.coerce.number(),
});

/** A wallet that was seen active, until its polls have shown what there was to see. */
export interface Mark extends z.infer<typeof markItem> {
  readonly wallet: Address;
}

/** Minutes after it was seen: the API indexes later than the node does. */
export const tailMinutes = [0, 1, 2, 4, 8] as const;
export const lastOfTail = 8;

type Tail = Pick<Mark, 'activeAt' | 'polledAt'>;

/**
 * Whether the tail asks for a poll at this minute: one of its points has come, and no poll since has succeeded. A point is
 * asked for until then, whatever became of the polls before.
 */
export function isOutstanding({ activeAt, polledAt }: Tail, minute: number): boolean {
  if (polledAt === null) return true;
  const asked = tailMinutes.findLast((after) => activeAt + after <= minute);
  // A tick by hand may be the second of its minute: what is due in that minute is due in both.
  return asked !== undefined && (polledAt < activeAt + asked || activeAt + asked === minute);
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

/** The mark of a wallet that is owed one poll, and no tail after it. */
export function owedMark({
  wallet,
  stamp,
  minute,
}: {
  wallet: Address;
  stamp: string;
  minute: number;
}): Mark {
  const at = minute - lastOfTail;
  return { wallet, stamp, activeAt: at, sentAt: null, sureAt: at, polledAt: null, block: 0 };
}

/** All points of the tail have come and were polled. */
export function isOver({ activeAt, polledAt }: Tail): boolean {
  return polledAt !== null && polledAt >= activeAt + lastOfTail;
}
