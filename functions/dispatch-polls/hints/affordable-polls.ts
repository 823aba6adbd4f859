import { type Allowance, type Credit, floorFor, refill } from '../../activity/credit.ts';
import { activityKinds } from '../../activity/tail.ts';
import type { Address } from '../../chain/address.ts';
import { type DuePoll, rotate } from '../due-polls.ts';
import type { ActivePolls } from './hinted-polls.ts';

/** The polls of active wallets that the plan has calls for. */
export interface AffordablePolls {
  /** Of wallets that a surely real token left. */
  readonly sent: readonly DuePoll[];
  readonly others: readonly DuePoll[];
  /** Wallets whose polls wait for a later tick. */
  readonly waiting: ReadonlySet<Address>;
  readonly credit: Credit | null;
}

/**
 * Shares a chain's credit among the polls that activity asks for: dearer kinds first, and of a kind those wallets that were not
 * polled since they were seen. Where it is not enough for a kind, each tick begins with other wallets, so that one whose polls
 * fail holds up nobody.
 */
export function affordablePolls(
  all: readonly ActivePolls[],
  before: Credit | null,
  allowance: Allowance | null,
  tick: Date,
): AffordablePolls {
  const credit = allowance && refill(before, allowance, Math.floor(tick.getTime() / 60_000));
  let calls = credit?.calls ?? 0;
  const waiting = new Set<Address>();
  const [sent = [], ...others] = activityKinds.map((kind) => {
    const ofKind = all.filter((one) => one.kind === kind);
    const inTurn = [true, false].flatMap((isFirst) =>
      rotate(
        ofKind.filter((one) => one.isFirst === isFirst),
        tick,
      ),
    );
    return inTurn.flatMap(({ isFirst, polls }) => {
      if (allowance !== null && calls <= floorFor(kind, isFirst, allowance)) {
        for (const { watch } of polls) waiting.add(watch.wallet);
        return [];
      }
      calls -= polls.length;
      return polls;
    });
  });
  return { sent, others: others.flat(), waiting, credit: credit && { ...credit, calls } };
}
