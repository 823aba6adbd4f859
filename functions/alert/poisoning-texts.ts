import { markDifferences, markDifferencesShort } from '../spam/poisoning/mark-differences.ts';
import { warningLines, warningShort } from '../spam/poisoning/warning-text.ts';
import type { PoisoningAlert } from './alert.ts';
import { walletName } from './names.ts';
import type { Room } from './room.ts';
import { unlink } from './unlink.ts';
import { asciiVoice, shorten, type Voice } from './voice.ts';

/** `Warning: 0xAb58(01a7..)eC9B imitates 0xAb58(4f2e..)eC9B, which Treasury paid` */
export function poisoningSentence({ lookalike, wallet }: PoisoningAlert, voice: Voice, room: Room): string {
  const { first, second } = markDifferencesShort(lookalike.address, lookalike.imitates);
  return `Warning: ${first} imitates ${second}, which ${shorten(walletName(wallet, voice), room.wallet)} paid`;
}

/** The warning as an SMS. The wallet's name takes what the two addresses and the advice leave: 14 characters or more. */
export function poisoningSms({ lookalike, wallet }: PoisoningAlert, limit: number): string {
  const room = limit - warningShort(lookalike, null).length - ': '.length;
  const name = shorten(walletName(wallet, asciiVoice), room);
  // A wallet labelled "tel" would begin a link with the colon that follows.
  const isScheme = unlink(`${name}:`).endsWith('(:)');
  return warningShort(lookalike, isScheme ? asciiVoice.address(wallet.address) : name);
}

/** The warning as lines of an email. */
export function poisoningLines({ lookalike }: PoisoningAlert): string[] {
  return [
    ...warningLines(lookalike),
    'Nothing is lost by this yet: only a payment to the imitation would be.',
  ];
}

/** Both addresses in one line of a terminal, in full, differences in brackets. */
export function poisoningPair({ lookalike }: PoisoningAlert): string {
  const { first, second } = markDifferences(lookalike.address, lookalike.imitates);
  return `${first} imitates ${second}`;
}
