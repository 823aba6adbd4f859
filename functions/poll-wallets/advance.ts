import type { OutgoingAlert } from '../alert/outgoing-alert.ts';
import { toSeen } from '../transfer/compare-with-seen.ts';
import type { SeenTransfer, WalletState } from '../wallet/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';
import type { JudgedTransfer } from './judge-transfer.ts';
import type { Portion } from './portions.ts';
import type { TransferRead } from './read-transfers.ts';
import { fitToWindow } from './rescan-window.ts';

/** The state once these transfers are dealt with: their alerts wait in the outbox, and no read tells them again. */
export function advance(
  state: WalletState,
  watch: Watch,
  read: TransferRead,
  { judged, gone, changed, last }: Portion,
  alerts: readonly OutgoingAlert[],
): WalletState {
  const seen = new Map<string, SeenTransfer>([...state.seen, ...changed]);
  for (const { key, seen: before } of gone) seen.set(key, { ...before, status: 'gone' });
  for (const { key, transfer, outcome, incarnation } of judged) {
    seen.set(key, toSeen(transfer, outcome === 'told' ? 'told' : 'quiet', incarnation));
  }
  const blocks = [...Array.from(changed.values(), ({ block }) => block), ...judged.map(blockOf)];
  // A read that had to end before the chain's head was whole up to there.
  if (last && read.window.through !== null) blocks.push(read.window.through);
  const advanced: WalletState = {
    ...state,
    ...judged.at(-1)?.known,
    block: storedBlock(state.block, read, blocks),
    outbox: [...state.outbox, ...alerts],
  };
  return { ...advanced, ...fitToWindow(seen, advanced, watch.chain) };
}

function blockOf({ transfer }: JudgedTransfer): number {
  return transfer.blockNumber;
}

/** Never back, and never past an entry that could not be read: it may be a transfer that was not told. */
function storedBlock(
  before: number | null,
  { unreadable }: TransferRead,
  blocks: readonly number[],
): number | null {
  const unplaced = unreadable.some(({ blockNumber }) => blockNumber === null);
  if (blocks.length === 0 || unplaced) return before;
  const ceiling = unreadable.reduce(
    (lowest, { blockNumber }) => Math.min(lowest, blockNumber ?? 0),
    Infinity,
  );
  const newest = blocks.reduce((highest, block) => Math.max(highest, block), 0);
  return Math.max(before ?? 0, Math.min(newest, ceiling));
}
