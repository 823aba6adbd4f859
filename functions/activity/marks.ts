import * as z from 'zod';
import type { Address } from '../chain/address.ts';
import { blockRange, type EpochMinutes } from '../chain/units.ts';

/** Most important first: a surely real token left (`sent`) or came in (`sure`); anyone may have made the log (`unsure`). */
export const activityKinds = ['sent', 'sure', 'unsure'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** A wallet that was seen active. The mark is kept until polls have dealt with the activity. */
export const markItem = z.object({
  wallet: z.custom<Address>(),
  /** Identifies this activity: a poll made for earlier activity does not clear the mark. */
  stamp: z.string(),
  /** Last tick that saw each kind, in minutes since the epoch. A mark that no log caused counts as `sure`. */
  seenAt: z.partialRecord(z.enum(activityKinds), z.coerce.number()),
  /** Last tick whose poll succeeded; null: none since the wallet was seen. */
  polledAt: z.coerce.number().nullable(),
  /** The highest block in which the wallet was seen; 0: none. */
  block: z.coerce.number(),
});

export type Mark = Readonly<z.infer<typeof markItem>>;

/** When a wallet is polled, in minutes after it was seen. The last poll must be late enough to settle the blocks. */
export const tailMinutes = [0, 1, 2, 4, 8] as const;
const lastOfTail = Math.max(...tailMinutes);

/** The most important kind whose tail has a due point with no successful poll since; null: none. */
export function kindAsking({ seenAt, polledAt }: Mark, minute: EpochMinutes): ActivityKind | null {
  const asks = (kind: ActivityKind) => {
    const at = seenAt[kind];
    if (at === undefined || polledAt === null) return at !== undefined;
    const asked = tailMinutes.map((after) => at + after).findLast((point) => point <= minute);
    // A tick by hand may be the second of its minute: polls of that minute are due in both.
    return asked !== undefined && (polledAt < asked || asked === minute);
  };
  return activityKinds.find(asks) ?? null;
}

/** A mark that asks for one poll, without a tail after it. */
export function owedMark(wallet: Address, stamp: string, minute: EpochMinutes): Mark {
  return { wallet, stamp, seenAt: { sure: minute - lastOfTail }, polledAt: null, block: 0 };
}

/** Whether all points of the tail that begins at `at` are past and polled. */
export function isOver(at: number, { polledAt }: Pick<Mark, 'polledAt'>): boolean {
  return polledAt !== null && polledAt >= at + lastOfTail;
}

export function lastSeen({ seenAt }: Mark): number {
  return Math.max(...Object.values(seenAt));
}

interface SeenWallets {
  readonly seen: ReadonlyMap<Address, { readonly kind: ActivityKind; readonly blocks: Iterable<number> }>;
  /** First block scanned again after a re-org; null: no re-org. */
  readonly rewoundTo: number | null;
}

/** Marks of wallets seen, of wallets whose block a re-org may have dropped, and of newcomers, for one poll without a tail. */
export function freshMarks(
  { seen, rewoundTo }: SeenWallets,
  newcomers: readonly Address[],
  before: ReadonlyMap<Address, Mark>,
  minute: EpochMinutes,
  stamp: string,
): readonly Mark[] {
  const unpolled = { stamp, polledAt: null };
  const marks = new Map<Address, Mark>();
  // A tick has no time for 100,000 writes: the next one goes on where it died.
  const unmarked = newcomers.filter((wallet) => before.get(wallet)?.polledAt !== null);
  for (const wallet of unmarked) marks.set(wallet, owedMark(wallet, stamp, minute));
  for (const mark of before.values())
    if (rewoundTo !== null && mark.block >= rewoundTo) {
      const seenAt = Object.fromEntries(Object.keys(mark.seenAt).map((kind) => [kind, minute]));
      marks.set(mark.wallet, { ...mark, ...unpolled, seenAt });
    }
  for (const [wallet, { kind, blocks }] of seen) {
    const known = before.get(wallet);
    const seenAt = { ...stillAsking(marks.get(wallet) ?? known), [kind]: minute };
    // Keep a higher block, which a re-org may still drop: coin that is read late is in a lower one.
    const block = Math.max(blockRange(blocks).to, known?.block ?? 0);
    marks.set(wallet, { wallet, ...unpolled, seenAt, block });
  }
  return [...marks.values()];
}

/** More important activity, until its own tail is over: other activity must neither hide nor prolong the tail. */
function stillAsking(mark: Mark | undefined): Mark['seenAt'] {
  const asking = Object.entries(mark?.seenAt ?? {}).filter(
    ([kind, at]) => kind !== 'unsure' && mark !== undefined && !isOver(at, mark),
  );
  return Object.fromEntries(asking);
}

/** Whether a mark replaces `before`. For eight minutes, a waiting wallet's unsure activity costs no write. */
export function replacesMark(mark: Mark, before: Mark | undefined): boolean {
  return (
    before === undefined ||
    before.polledAt !== null ||
    lastSeen(mark) >= lastSeen(before) + lastOfTail ||
    mark.seenAt.sent !== before.seenAt.sent ||
    mark.seenAt.sure !== before.seenAt.sure
  );
}
