import type { Alert, DigestAlert, WatchingAlert } from '../alert.ts';
import { digestSentence } from './digest-sentence.ts';
import { callAtOnce, imitationInShort, isToImitation, saidLookalike } from './imitation-texts.ts';
import { fitted, type Room } from './limits.ts';
import { walletName } from './names.ts';
import { poisoningSentence } from './poisoning-texts.ts';
import { countOf } from './shown-amount.ts';
import { remembering, shorten, type Voice } from './style.ts';
import { likelySpam, revertedSentence, transferSentence, type Warning } from './transfer-sentence.ts';

/**
 * The whole alert in one sentence of at most `limit` characters (99 at least, 140 with a reason): which
 * wallet, how much of what, from or to whom. The amount and the wallet stand in every one that tells of one transfer.
 */
export function sentence(alert: Alert, voice: Voice, limit: number, warning: Warning): string {
  const once = remembering(voice);
  if (alert.type === 'transfers.digest') return digestSentence(alert, once, limit);
  const text = fitted(limit, (room) => write(alert, once, room, warning));
  return text.length > limit && isToImitation(alert) ? imitationInShort(alert, once) : text;
}

function write(alert: Exclude<Alert, DigestAlert>, voice: Voice, room: Room, warning: Warning): string {
  switch (alert.type) {
    case 'wallet.watching':
      return watching(alert, voice, room);
    case 'wallet.poisoning':
      return poisoningSentence(alert, voice, room);
    case 'transfer.reverted':
      return likelySpam(alert, voice, room, warning) + revertedSentence(alert, voice, room);
    case 'transfer.received':
    case 'transfer.sent':
    case 'transfer.self':
      return (
        likelySpam(alert, voice, room, warning) +
        transferSentence(alert, voice, room, saidLookalike(alert)) +
        (isToImitation(alert) && room.hint ? callAtOnce : '')
      );
  }
}

function watching({ wallet, fromBlock }: WatchingAlert, voice: Voice, room: Room): string {
  const name = shorten(walletName(wallet, voice), room.wallet);
  const chain = room.chain ? ` on ${wallet.chain}` : '';
  const from = fromBlock === null ? 'from now on' : `from block ${countOf(fromBlock)} on`;
  const hint = room.hint ? ' To change or stop it, edit its Watchlist row.' : '';
  return `Now watching ${name}${chain}: its transfers are told ${from}.${hint}`;
}
