import type { TextStyle } from '../../alert/text/style.ts';
import { shortAddress } from '../../chain/address.ts';
import { breakPhones, unlink } from '../../text/unlink.ts';

/** Writes strangers' texts as `(@)everyone`: chats make no link, mention, hashtag, cashtag, command, emoji or time of them. */
export const chatStyle: TextStyle = { text: inertText, creatorText: inertText, address: shortAddress };

/** Characters that start markup in a chat, full-width forms included; `/chainbell/rpc/eth` is no command anywhere. */
const sigils =
  /(?!\$\d+\b)[@#$＠＃＄﹫﹟﹩]+(?=\S)|(?<=<)[!/／:]+(?=\S)|(?<=<t):+|(?<![\p{L}\p{N}])[/／]+(?!chainbell\/)(?=[\p{L}\p{N}_])/gu;

/** @param text cleaned: one line, nothing invisible */
function inertText(text: string): string {
  return breakPhones(unlink(text)).replace(sigils, (marks, at: number, all: string) => {
    const bracketed = all[at - 1] === '(' && all[at + marks.length] === ')';
    return bracketed ? marks : `(${marks})`;
  });
}
