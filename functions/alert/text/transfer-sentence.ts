import type { AlertLookalike, RevertedAlert, TransferAlert } from '../alert.ts';
import { imitationClause, isToImitation, saidLookalike } from './imitation-texts.ts';
import type { Room } from './limits.ts';
import { howMuch, otherName, walletName } from './names.ts';
import { shownReasons } from './shown-reasons.ts';
import { shorten, type Voice } from './style.ts';

/** Whether a sentence about likely spam says so: with the reason, without, or not at all. */
export type Warning = 'with reason' | 'short' | 'none';

/** What the wallet did, in the words of a reader. */
export const verbs = { in: 'received', out: 'sent', self: 'sent itself' };

/**
 * `Treasury received 12,500.5 USDC from Binance 14 on eth`
 * @param lookalike whom the other side imitates, where the sentence is to say it
 */
export function transferSentence(
  { transfer, wallet }: Pick<TransferAlert, 'transfer' | 'wallet'>,
  voice: Voice,
  room: Room,
  lookalike: AlertLookalike | null = null,
): string {
  const chain = room.chain ? [`on ${wallet.chain}`] : [];
  const parts = [
    shorten(walletName(wallet, voice), room.wallet),
    verbs[transfer.direction],
    howMuch(transfer, voice, room),
    ...(lookalike === null
      ? [...otherSide(transfer, voice, room), ...chain]
      : [...chain, imitationClause(lookalike, transfer, room)]),
  ];
  return parts.join(' ');
}

/** The same for a transfer that is not on the chain any more: the first word says that it does not count. */
export function revertedSentence(alert: RevertedAlert, voice: Voice, room: Room): string {
  const hint = room.hint ? '. A re-org took it off the chain: do not count on it.' : '';
  return `Undone: ${transferSentence(alert, voice, room, saidLookalike(alert))}${hint}`;
}

/** `from Binance 14`, where there is another side, it is known, and the room allows. */
export function otherSide(transfer: TransferAlert['transfer'], voice: Voice, room: Room): string[] {
  const other = room.other > 0 ? otherName(transfer, voice) : null;
  if (other === null) return [];
  return [transfer.direction === 'in' ? 'from' : 'to', shorten(other, room.other)];
}

/** The beginning of a sentence about likely spam; empty for any other, and where there is worse to say. */
export function likelySpam(
  alert: TransferAlert | RevertedAlert,
  voice: Voice,
  room: Room,
  warning: Warning,
): string {
  const { verdict } = alert;
  if (warning === 'none' || !verdict?.spam || isToImitation(alert)) return '';
  const [reason] = warning === 'with reason' ? shownReasons(verdict, voice) : [];
  if (reason) return `Likely spam: ${ended(shorten(reason, room.reason))} `;
  return room.spam === 'whole' ? 'Likely spam: ' : 'Spam: ';
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
