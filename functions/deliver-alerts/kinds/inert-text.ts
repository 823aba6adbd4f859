import type { TextStyle } from '../../alert/text/style.ts';
import { shortAddress } from '../../chain/address.ts';
import { breakPhones, unlink } from '../../text/unlink.ts';

/**
 * How chat messages write what others wrote: any letters, of which no chat makes a link, a mention, a hashtag, a cashtag,
 * a command, an emoji or a time. What would is put into brackets, which everybody sees: `(@)everyone`.
 */
export const chatStyle: TextStyle = {
  text: inertText,
  creatorText: inertText,
  address: shortAddress,
};

/** The marks that a chat makes something of where a word follows, or in front of our own words; full-width ones count in some. */
const sigils =
  /[@#$＠＃＄﹫﹟﹩]+(?=\S)|(?<=<)[!/／:]+(?=\S)|(?<=<t):+|(?<![\p{L}\p{N}])[/／]+(?=[\p{L}\p{N}_])/gu;

/** @param text cleaned: one line, nothing invisible */
export function inertText(text: string): string {
  return breakPhones(unlink(text)).replace(sigils, (marks, at: number, all: string) => {
    const bracketed = all[at - 1] === '(' && all[at + marks.length] === ')';
    return bracketed ? marks : `(${marks})`;
  });
}
