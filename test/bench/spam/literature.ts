import tlds from 'tlds' with { type: 'json' };
import { knownChains } from '../../../functions/chain/chains.ts';
import { listedTokens } from '../../../functions/chain/genuine-tokens.ts';
import type { LabelledToken } from './labelled-tokens.ts';

/** Rule sets of others, written from their published descriptions. */

const topLevel = new Set(tlds);
const idOf = new Map(knownChains.map(({ name, id }) => [name, id]));

/**
 * The two metadata modules of Forta's Spam Detector, as its README describes them (kovart/forta-spam-detector, 2023;
 * introduced in "Deleting Token Spam with Forta", 24 October 2023):
 *
 * - PhishingMetadata: "contains a link to a website, and the token uses deceptive techniques to lure users to follow the
 *   link. These techniques include the use of keywords like "claim," "reward," and "activate," as well as incorporating
 *   an alleged token price into its name." Its own example is the token "$ 1000" / "okchat.io".
 * - TokenImpersonation: "replicates the name and symbol of an existing token identically."
 *
 * Interpreted generously: any dotted word with a top-level domain is a link, "$" and "visit" are lures too, and the existing
 * tokens are those of Chainbell's own table. Its other modules watch a token's transfers for weeks, and a single transfer
 * does not show them.
 */
export function isSpamByForta(token: LabelledToken): boolean {
  return isPhishing(`${token.name} ${token.symbol}`.toLowerCase()) || impersonates(token);
}

function isPhishing(text: string): boolean {
  const dotted = text.match(/[a-z0-9-]+(?:\.[a-z0-9-]+)+/g) ?? [];
  const hasLink =
    /https?:\/\//.test(text) || dotted.some((word) => topLevel.has(word.slice(word.lastIndexOf('.') + 1)));
  return hasLink && /claim|reward|activate|visit|\$/.test(text);
}

function impersonates({ chain, address, name, symbol }: LabelledToken): boolean {
  const id = idOf.get(chain);
  if (id === undefined) return false;
  return listedTokens.some((known) => {
    const genuine = known.at[id];
    if (genuine === undefined || address.toLowerCase() in genuine) return false;
    return known.symbol === symbol && (known.names.includes(name) || known.symbol === name);
  });
}

/**
 * The spam filter of the Leather wallet, with the patterns published in "Filtering Spam Tokens in a Crypto Wallet"
 * (by one of its developers; the wallet's changes 4113 to 5593): it hides a text that matches a pattern. At first it checked names,
 * later every text of a token, as is done here.
 */
const patterns = [/https?:\/\//i, /\.com/i, /\.xyz/i, /\.fund/i, /airdrop/i, /claim/i, /free/i];

export function isSpamByLeather({ name, symbol }: LabelledToken): boolean {
  return patterns.some((pattern) => pattern.test(name) || pattern.test(symbol));
}

/**
 * thirdweb Insight's filter, as its changelog lists it ("Filter Spam Tokens", 2025): empty name, empty symbol, a symbol
 * of more than 15 characters, zero decimals; each alone makes a token spam.
 */
export function isSpamByThirdweb({ name, symbol, decimals }: LabelledToken): boolean {
  return name === '' || symbol === '' || symbol.length > 15 || decimals === 0;
}
