import type { LabelledToken } from '../labelled-tokens.ts';

/**
 * The spam filter of the Leather wallet, its list of patterns as published in "Filtering Spam Tokens in a Crypto Wallet"
 * (by one of its developers; the wallet's changes 4113 to 5593): a text with one of them is not shown. First for names,
 * later for every text of a token, which is what is done here.
 */
const patterns = [/https?:\/\//i, /\.com/i, /\.xyz/i, /\.fund/i, /airdrop/i, /claim/i, /free/i];

export function isSpamByLeather({ name, symbol }: LabelledToken): boolean {
  return patterns.some((pattern) => pattern.test(name) || pattern.test(symbol));
}
