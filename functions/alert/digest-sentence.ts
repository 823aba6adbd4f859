import type { AlertTransfer, DigestAlert } from './alert.ts';
import { howMuch, walletName } from './names.ts';
import type { Room } from './room.ts';
import { countOf } from './shown-amount.ts';
import { otherSide } from './transfer-sentence.ts';
import { shorten, type Voice } from './voice.ts';

/** `Treasury had 37 transfers on eth: 20 in, 17 out, e.g. +12,500.5 USDC from Binance 14` */
export function digestSentence({ digest, wallet }: DigestAlert, voice: Voice, room: Room): string {
  const name = shorten(walletName(wallet, voice), room.wallet);
  const chain = room.chain ? ` on ${wallet.chain}` : '';
  const [largest] = digest.largest;
  // An example whose digits do not fit is none: what is left is the counts.
  const example = largest && room.amount !== 'short' ? `, e.g. ${digestExample(largest, voice, room)}` : '';
  const hidden = room.hint && digest.hidden > 0 ? `. ${countOf(digest.hidden)} more hidden as spam.` : '';
  return `${name} had ${transferCount(digest)}${chain}: ${waysOf(digest)}${example}${hidden}`;
}

/** `37 transfers` */
export function transferCount({ count }: DigestAlert['digest']): string {
  return `${countOf(count)} ${count === 1 ? 'transfer' : 'transfers'}`;
}

/** A direction in the words of a reader. */
export const ways = { in: 'in', out: 'out', self: 'to itself' };

/** `20 in, 17 out`: directions that there were, in this order. */
export function waysOf({ totals }: DigestAlert['digest']): string {
  return (['in', 'out', 'self'] as const)
    .map((direction) => {
      const count = totals.reduce((sum, one) => sum + (one.direction === direction ? one.count : 0), 0);
      return count === 0 ? '' : `${countOf(count)} ${ways[direction]}`;
    })
    .filter((text) => text !== '')
    .join(', ');
}

const signs = { in: '+', out: '-', self: '' };

/** `+12,500.5 USDC from Binance 14` */
function digestExample(transfer: AlertTransfer, voice: Voice, room: Room): string {
  const amount = `${signs[transfer.direction]}${howMuch(transfer, voice, room)}`;
  return [amount, ...otherSide(transfer, voice, room)].join(' ');
}
