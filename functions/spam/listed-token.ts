import { genuineToken } from '../chain/genuine-tokens.ts';
import { cleanText } from '../text/safe-text.ts';
import type { Token } from '../transfer/transfer.ts';
import { bounded, nameKey } from './text/confusables.ts';

/** Takes name, symbol and decimals of a genuine contract from our own list; a spelling that the list knows (`USDC.e`) stays. */
export function asListed(chainId: string, token: Token): Token {
  const genuine = genuineToken(chainId, token.address);
  if (genuine === null) return token;
  const written = (text: string | null, own: string) =>
    text !== null && genuine.called.includes(text) ? text : own;
  return {
    ...token,
    name: written(token.name, genuine.name),
    symbol: written(token.symbol, genuine.symbol),
    decimals: genuine.decimals,
  };
}

/** How the API contradicts our own list on a genuine contract, in words; null: it does not. Missing fields don't count. */
export function contradictionOf(chainId: string, token: Token): string | null {
  const genuine = genuineToken(chainId, token.address);
  if (genuine === null) return null;
  const { name, symbol, decimals } = token;
  const spellings = [genuine.symbol, ...genuine.called].map(keyOf);
  const found: string[] = [];
  if (decimals !== null && decimals !== genuine.decimals)
    found.push(`${decimals} decimals (${genuine.decimals})`);
  if (symbol !== null && !spellings.includes(keyOf(symbol)))
    found.push(`the symbol ${quoted(symbol)} (${quoted(genuine.symbol)})`);
  if (name !== null && !spellings.some((known) => beginsAlike(keyOf(name), known)))
    found.push(`the name ${quoted(name)} (${quoted(genuine.name)})`);
  return found.length === 0 ? null : found.join(', ');
}

function keyOf(text: string): string {
  return nameKey(bounded(text).replace(/₮/g, 'T'));
}

const shortest = 3;

function beginsAlike(key: string, known: string): boolean {
  if (Math.min(key.length, known.length) < shortest) return key === known;
  return key.startsWith(known) || known.startsWith(key);
}

function quoted(text: string): string {
  return `"${cleanText(text) ?? ''}"`;
}
