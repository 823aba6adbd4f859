import tlds from 'tlds' with { type: 'json' };
import { knownChains } from '../../../../functions/chain/chains.ts';
import protectedTokens from '../../../../functions/chain/protected-tokens.json' with { type: 'json' };
import type { LabelledToken } from '../labelled-tokens.ts';

const topLevel = new Set(tlds);
const idOf = new Map(knownChains.map(({ name, id }) => [name, id]));
const tokens: readonly {
  symbol: string;
  names: readonly string[];
  at: Readonly<Record<string, readonly { readonly address: string }[] | undefined>>;
}[] = protectedTokens.tokens;

/**
 * The two metadata modules of Forta's Spam Detector, as its README describes them (kovart/forta-spam-detector, 2023;
 * introduced in "Deleting Token Spam with Forta", 24 October 2023):
 *
 * - PhishingMetadata: "contains a link to a website, and the token uses deceptive techniques to lure users to follow the
 *   link. These techniques include the use of keywords like "claim," "reward," and "activate," as well as incorporating
 *   an alleged token price into its name." Its own example is the token "$ 1000" / "okchat.io".
 * - TokenImpersonation: "replicates the name and symbol of an existing token identically."
 *
 * Read generously: any dotted word with a top-level domain is a link, a "$" or "visit" is a lure too, and the existing
 * tokens are those of Chainbell's own table. Its other modules watch a token's transfers for weeks; no single transfer
 * shows those.
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
  return tokens.some((known) => {
    const genuine = known.at[id];
    if (genuine === undefined || genuine.some((one) => one.address === address.toLowerCase())) return false;
    return known.symbol === symbol && (known.names.includes(name) || known.symbol === name);
  });
}
