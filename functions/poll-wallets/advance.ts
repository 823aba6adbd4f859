import { toSeen } from '../transfer/compare-with-seen.ts';
import type { SeenTransfer, WalletState } from '../wallet/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';
import { alertsOf, type JudgedTransfer } from './judge-transfers.ts';
import type { TransferRead } from './read-transfers.ts';
import { rememberPaid } from './remember-paid.ts';
import { fitToWindow } from './rescan-window.ts';
import type { Step } from './steps.ts';

/** The state once these transfers are dealt with: their alerts wait in the outbox, and no read tells them again. */
export function advance(
  state: WalletState,
  watch: Watch,
  read: TransferRead,
  judged: readonly JudgedTransfer[],
  { moved, last }: Pick<Step, 'moved' | 'last'>,
): WalletState {
  const seen = new Map<string, SeenTransfer>(state.seen);
  for (const { key, transfer, told } of moved) seen.set(key, toSeen(transfer, told));
  for (const { key, transfer, outcome } of judged) seen.set(key, toSeen(transfer, outcome === 'told'));
  const blocks = [...moved, ...judged].map(({ transfer }) => transfer.blockNumber);
  // A read that had to end before the chain's head was whole up to there.
  if (last && read.window.through !== null) blocks.push(read.window.through);
  const advanced: WalletState = {
    ...state,
    block: storedBlock(state.block, read, blocks),
    outbox: [...state.outbox, ...alertsOf(judged)],
    counterparties: rememberPaid(
      state.counterparties,
      watch.wallet,
      judged.filter(({ outcome }) => outcome !== 'hidden').map(({ transfer }) => transfer),
    ),
  };
  return { ...advanced, ...fitToWindow(seen, advanced, watch.chain) };
}

/** Never back, and never past an entry that could not be read: it may be a transfer that was not told. */
function storedBlock(
  before: number | null,
  { unreadable }: TransferRead,
  blocks: readonly number[],
): number | null {
  const unplaced = unreadable.some(({ blockNumber }) => blockNumber === null);
  if (blocks.length === 0 || unplaced) return before;
  const ceiling = Math.min(...unreadable.map(({ blockNumber }) => blockNumber ?? 0));
  return Math.max(before ?? 0, Math.min(Math.max(...blocks), ceiling));
}
