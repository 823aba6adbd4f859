import { type Allowance, type Credit, floorFor, refill } from '../../activity/credit.ts';
import { activityKinds } from '../../activity/tail.ts';
import type { Address } from '../../chain/address.ts';
import { type DuePoll, rotate } from '../due-polls.ts';
import type { ActivePolls } from './hinted-polls.ts';

export interface AffordablePolls {
  /** Of wallets that a surely real token left. */
  readonly sent: readonly DuePoll[];
  readonly others: readonly DuePoll[];
  /** Their polls wait for a later tick. */
  readonly waiting: ReadonlySet<Address>;
  readonly credit: Credit | null;
}

/** Shares a chain's credit: dearer kinds first, then wallets not polled since they were seen. Turns rotate, so none blocks others. */
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
