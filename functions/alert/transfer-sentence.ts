import type { RevertedAlert, TransferAlert } from './alert.ts';
import { howMuch, otherName, walletName } from './names.ts';
import type { Room } from './room.ts';
import { shownReasons } from './shown-reasons.ts';
import { shorten, type Voice } from './voice.ts';

/** Whether a sentence about likely spam says so: with the reason, without, or not at all. */
export type Warning = 'with reason' | 'short' | 'none';

/** What the wallet did, in the words of a reader. */
export const verbs = { in: 'received', out: 'sent', self: 'sent itself' };

/** `Treasury received 12,500.5 USDC from Binance 14 on eth` */
export function transferSentence(
  { transfer, wallet }: Pick<TransferAlert, 'transfer' | 'wallet'>,
  voice: Voice,
  room: Room,
): string {
  const parts = [
    shorten(walletName(wallet, voice), room.wallet),
    verbs[transfer.direction],
    howMuch(transfer, voice, room),
    ...otherSide(transfer, voice, room),
    ...(room.chain ? [`on ${wallet.chain}`] : []),
  ];
  return parts.join(' ');
}

/** The same for a transfer that is not on the chain any more: the first word says that it does not count. */
export function revertedSentence(alert: RevertedAlert, voice: Voice, room: Room): string {
  const hint = room.hint ? '. A re-org took it off the chain: do not count on it.' : '';
  return `Undone: ${transferSentence(alert, voice, room)}${hint}`;
}

/** `from Binance 14`, where there is another side, it is known, and the room allows. */
export function otherSide(transfer: TransferAlert['transfer'], voice: Voice, room: Room): string[] {
  const other = room.other > 0 ? otherName(transfer, voice) : null;
  if (other === null) return [];
  return [transfer.direction === 'in' ? 'from' : 'to', shorten(other, room.other)];
}

/** The beginning of a sentence about likely spam; empty for any other. */
export function likelySpam(
  { verdict }: TransferAlert | RevertedAlert,
  voice: Voice,
  room: Room,
  warning: Warning,
): string {
  if (warning === 'none' || !verdict?.spam) return '';
  const [reason] = warning === 'with reason' ? shownReasons(verdict, voice) : [];
  return reason ? `Likely spam: ${ended(shorten(reason, room.reason))} ` : 'Likely spam: ';
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
