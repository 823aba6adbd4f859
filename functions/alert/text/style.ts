import { type Address, checksumAddress, shortAddress } from '../../chain/address.ts';
import { asciiCreatorText, asciiText, inert, unlinkOwn } from '../../text/inert-text.ts';
import { cutText } from '../../text/safe-text.ts';

/** How one kind of text writes strangers' texts and addresses. */
export interface TextStyle {
  /** Null: nothing of the text can be shown. */
  text(text: string): string | null;
  /** The same for names that a token's creator chose. */
  creatorText(text: string): string | null;
  /** The same for the owner's own names: their digits stay together, and `treasury.eth` stays as it is. */
  ownText(text: string): string | null;
  address(address: Address): string;
}

/** Any letters, no links, no lines that look like our facts, which have the addresses in full. */
export const emailStyle = withShortAddresses(emailSafe);

/** Any letters, no links, whole addresses. */
export const terminalStyle: TextStyle = {
  text: inert,
  creatorText: inert,
  ownText: unlinkOwn,
  address: checksumAddress,
};

/** Writes strangers' texts as `(@)everyone`: chats make no link, mention, hashtag, cashtag, command, emoji or time of them. */
export const chatStyle = withShortAddresses(chatSafe);

/** @param write makes a text safe for its medium, after `safe` has taken its links away */
function withShortAddresses(write: (text: string, safe?: typeof inert) => string): TextStyle {
  const text = (strange: string) => write(strange);
  return { text, creatorText: text, ownText: (own) => write(own, unlinkOwn), address: shortAddress };
}

/** ASCII and basic GSM-7 only, no links. */
export const asciiStyle: TextStyle = {
  text: asciiText,
  creatorText: asciiCreatorText,
  ownText: (text) => asciiText(text, unlinkOwn),
  address: shortAddress,
};

/** Names of facts. In emails each stands before a colon. */
const lines = [
  'Amount|Worth|Allowance|Spender|Expires|Token|Contract|Token id|From|To|Wallet|Chain|Time',
  'Block|Blocks|From block|Since|Hidden|Others|Floor',
  'Balance|Before|Now|Transaction|Severity|Alert',
] as const;

type Split<Line extends string> = Line extends `${infer First}|${infer More}` ? First | Split<More> : Line;
export type FactName = Split<(typeof lines)[number]>;
export const factNames = lines.flatMap((line) => line.split('|') as FactName[]);

/** A fact's name before a colon, or before a character that looks like one. */
const forged = new RegExp(
  `(?<![\\p{L}\\p{N}])(${factNames.join('|')})( *)([:\\uff1a\\ufe55\\ufe13\\ua789\\u02d0\\u2236])`,
  'giu',
);

/** Phones break lines where they like: a token called "Gold Transaction: 0x12" must not put a line of its own among the facts. */
function emailSafe(text: string, safe = inert): string {
  return safe(text).replace(forged, '$1$2($3)');
}

/** Characters that start markup in a chat, full-width forms included, but not `#1`, `$1` and our parameter `/chainbell/rpc/eth`. */
const sigils =
  /(?!(?<!<)[#$]\d+(?![\p{L}\p{M}\p{N}_·]))[@#$＠＃＄﹫﹟﹩]+(?=\S)|(?<=<)[!/／:]+(?=\S)|(?<=<t):+|(?<![\p{L}\p{N}])[/／]+(?!chainbell\/)(?=[\p{L}\p{N}_])/gu;

/** @param text cleaned: one line, nothing invisible */
function chatSafe(text: string, safe = inert): string {
  return safe(text).replace(sigils, (marks, at: number, all: string) => {
    const bracketed = all[at - 1] === '(' && all[at + marks.length] === ')';
    return bracketed ? marks : `(${marks})`;
  });
}

/** Ends in three dots if it was cut. */
export function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${cutText(text, maxLength - 3).trimEnd()}...`;
}

/** Some programs break lines of 100 characters and more in ugly places. */
export const lineLength = 99;

/** Broken at spaces; a word longer than `width` is broken itself. */
export function wrap(text: string, width = lineLength): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => pieces(long, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Later lines are indented, so that a quoted name never begins a line as a fact does. */
export function paragraph(text: string): string[] {
  return wrap(text, lineLength - setIn.length).map((line, i) => (i === 0 ? line : setIn + line));
}

/** Begins a continued line. */
export const setIn = '  ';

function pieces(word: string, width: number): string[] {
  const found: string[] = [];
  for (let rest = word; rest !== ''; rest = rest.slice(found.at(-1)?.length))
    found.push(cutText(rest, width));
  return found;
}
