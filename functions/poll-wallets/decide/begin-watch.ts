import { watchingAlertId } from '../../alert/alert-id.ts';
import { composeWatchingAlert } from '../../alert/compose/compose-watching.ts';
import { type OutgoingAlert, outgoing } from '../../alert/outgoing-alert.ts';
import { settingsOf } from '../../alert/watch-settings.ts';
import { describeFor } from '../../coin/describe.ts';
import { judge } from '../../spam/judge.ts';
import { AddressBook } from '../../spam/poisoning/address-book.ts';
import type { WalletState } from '../../state/wallet-state.ts';
import { toSeen } from '../../transfer/compare-with-seen.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { inReach, type TransferRead } from '../read/transfer-read.ts';

/**
 * Whom the wallet had paid before its watch began, and who had imitated those by then: a payment to one of these is
 * never taken for a harmless one, and they are warned of when they come again.
 * @param old its transfers until then, oldest first
 */
function knownBefore(
  old: readonly Transfer[],
  watch: Watch,
): Pick<WalletState, 'counterparties' | 'warnedOf'> {
  const book = new AddressBook({ counterparties: [], warnedOf: new Map() });
  for (const one of old) {
    const transfer = describeFor(watch, one, null);
    book.meet(transfer, judge(transfer, watch), watch);
  }
  // Nobody was told of them.
  const untold = Array.from(book.imitations, ([mark, one]) => [mark, { ...one, told: false }] as const);
  return { counterparties: book.counterparties, warnedOf: new Map(untold) };
}

/**
 * The state of a wallet at its first successful poll. With `fromBlock` telling begins there. Without it all that was
 * read is old: it is remembered as seen, and `wallet.watching` says so (of a bulk import, ten wallets do). Where the first
 * poll failed, the read began there, and all of it is news.
 */
export async function beginWatch(
  watch: Watch,
  state: WalletState,
  read: TransferRead,
  deps: Pick<PollDependencies, 'announcements' | 'clock'>,
  { bulk, pace }: Pick<PollLimits, 'bulk' | 'pace'>,
): Promise<WalletState> {
  const { firstTry } = state;
  const since = firstTry?.at ?? new Date(deps.clock.now()).toISOString();
  const many = firstTry?.bulk ?? bulk;
  const begun: WalletState = {
    ...state,
    firstTry: null,
    outbox: !many || (await deps.announcements.claim()) ? [watching(watch, since, pace)] : [],
  };
  if (watch.fromBlock !== null) {
    return { ...begun, start: { since, block: watch.fromBlock, timedTo: watch.fromBlock - 1 } };
  }
  if (firstTry !== null) return { ...begun, start: { since, block: 0, timedTo: null } };
  const old = read.transfers.map(({ transfer }) => transfer);
  const oldest = old[0]?.blockNumber ?? 0;
  const block = inReach(read).at(-1)?.blockNumber ?? null;
  return {
    ...begun,
    // Older pages exist and were not read: nothing of theirs, nor the rest of the block they begin in, is news.
    start: { since, block: read.more && old.length > 0 ? oldest + 1 : 0, timedTo: block ?? 0 },
    block,
    seen: new Map(read.transfers.map(({ key, transfer }) => [key, toSeen(transfer, 'suppressed')])),
    ...knownBefore(old, watch),
  };
}

function watching(watch: Watch, since: string, pace: PollLimits['pace']): OutgoingAlert {
  const id = watchingAlertId(watch.chain.id, watch.wallet, since);
  const alert = composeWatchingAlert({ watch, id, since, fromBlock: watch.fromBlock, detectedAt: since });
  return { ...outgoing(alert), settings: settingsOf(watch, pace) };
}
