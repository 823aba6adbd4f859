import { type ListedToken, listedTokens } from '../chain/genuine-tokens.ts';
import { foldText, nameKey, seenKey, skeleton } from './text/confusables.ts';
import { readTokenText, type TokenText } from './text/token-text.ts';

/** A token that is worth imitating (protected-tokens.json, made by test/bench/spam/make-protected-tokens.ts). */
type ProtectedToken = ReturnType<typeof protectedToken>;

function protectedToken({ symbol, aliases = [], class: kind, names, issuedOn }: ListedToken) {
  const symbols = [symbol, ...aliases];
  const called = [...symbols, ...names];
  return {
    symbol,
    /** A copied symbol of a stablecoin, of bitcoin or of a chain's own coin suffices as a sign of spam. */
    isMoney: kind !== 'other',
    /** Skeletons of its symbols, those of bridged contracts included. */
    symbols: new Set(symbols.map(skeleton)),
    /** The seenKeys of its names and symbols, also in capitals. Those with a 1 are left out: USDI is not USD1. */
    seen: new Set(
      called.filter((text) => !text.includes('1')).flatMap((text) => [text, text.toUpperCase()].map(seenKey)),
    ),
    called,
    keys: new Set(called.map(nameKey)),
    /** The chains on which all genuine contracts are known. */
    issuedOn: new Set(issuedOn),
  };
}

/** Opened at the first use, not at import: it takes a few milliseconds. */
let opened: ReturnType<typeof openBook> | undefined;
const book = () => (opened ??= openBook());

function openBook() {
  const tokens = listedTokens.map(protectedToken);
  // An alias never takes the place of a token's own symbol.
  const bySymbol = new Map(tokens.map((token) => [skeleton(token.symbol), token]));
  const byName = new Map<string, ProtectedToken>();
  for (const token of tokens) {
    for (const look of token.symbols) if (!bySymbol.has(look)) bySymbol.set(look, token);
    for (const look of token.called.map(skeleton)) if (!byName.has(look)) byName.set(look, token);
  }
  return { bySymbol, byName };
}

export function protectedBySymbol(look: string): ProtectedToken | null {
  return book().bySymbol.get(look) ?? null;
}

function protectedByName(look: string): ProtectedToken | null {
  return book().byName.get(look) ?? null;
}

/**
 * `confusable`: ASCII characters that pass for each other. `ornamented`: Latin or Greek ornaments (USDŦ, τBTC); honest tokens have them too.
 * `disguised`: letters of other alphabets, hidden letters or spaced ones; they serve only to deceive.
 */
type Likeness = 'same' | 'confusable' | 'ornamented' | 'disguised' | null;

export interface Resemblance {
  readonly token: ProtectedToken;
  readonly symbol: Likeness;
  readonly name: Likeness;
}

/** The symbol decides if it points to a protected token, else the name. isGenuine excludes that very token before. */
export function findResemblance(name: TokenText, symbol: TokenText): Resemblance | null {
  const symbolLooks = looksOf(symbol);
  const nameLooks = looksOf(name);
  const token =
    firstOf(symbolLooks, protectedBySymbol) ??
    firstOf(nameLooks, protectedByName) ??
    firstOf(symbolLooks, protectedByName);
  if (token === null) return null;
  const likeness = (text: TokenText, looks: readonly string[]): Likeness =>
    looks.some((look) => protectedByName(look) === token || protectedBySymbol(look) === token)
      ? kindOf(text, token)
      : null;
  return { token, symbol: likeness(symbol, symbolLooks), name: likeness(name, nameLooks) };
}

/** Whether a text with the skeleton of a token's name also looks like that name: USD3 does not look like USDe. */
export function looksLike(text: TokenText, token: ProtectedToken): boolean {
  return kindOf(text, token) !== 'confusable' || token.seen.has(seenKey(text.shown));
}

/** Whether a text reads as the token's symbol or a bridged contract's. */
export function hasSymbolOf(text: TokenText, token: ProtectedToken): boolean {
  return looksOf(text).some((look) => token.symbols.has(look)) && looksLike(text, token);
}

export function tokenCalled(text: TokenText): ProtectedToken | null {
  const looks = looksOf(text);
  return firstOf(looks, protectedBySymbol) ?? firstOf(looks, protectedByName);
}

/** Signs that do not change a name: USDC™, USDC ✓, USDC¹, ₿USDC and USDC— are read as USDC. A plus does change it: USD0++ is not USD0. */
const trimmings = /(?!\+)[\p{S}\p{No}\p{Lm}\p{Mc}\p{Pd}\p{Po}]/gu;

const ascii = /^[\0-\x7f]*$/;

/** Twice the longest key of a protected token: a longer text looks like none of them. */
const maxLook = 64;

/** A text's skeletons: as it is, in capitals (a Cyrillic т looks unlike t, its capital like T), and without trimmings. */
function looksOf(text: TokenText): readonly string[] {
  const look = skeleton(text.plain);
  if (ascii.test(text.raw)) return look === '' ? [] : [look];
  const bare = text.raw.replace(trimmings, '');
  const inCapitals = look.length > maxLook ? '' : skeleton(foldText(text.shown.toUpperCase()));
  const isTrimmed = bare !== text.raw && bare.length <= maxLook;
  const untrimmed = isTrimmed ? skeleton(readTokenText(bare).plain) : '';
  return [...new Set([look, inCapitals, untrimmed])].filter((one) => one !== '');
}

function firstOf(
  looks: readonly string[],
  find: (look: string) => ProtectedToken | null,
): ProtectedToken | null {
  for (const look of looks) {
    const token = find(look);
    if (token !== null) return token;
  }
  return null;
}

const spacedOut = /^\W*(?:[a-z0-9]\s+){2,}[a-z0-9](?![a-z0-9])/i;
const otherAlphabet = /[^\P{L}\p{Script=Latin}\p{Script=Greek}]/u;
const hiddenInside = /[\p{L}\p{N}][\p{Cf}\p{Cc}\p{DI}]+[\p{L}\p{N}]/u;

function kindOf(text: TokenText, token: ProtectedToken): Likeness {
  if (hiddenInside.test(text.raw) || spacedOut.test(text.shown)) return 'disguised';
  if (token.keys.has(nameKey(text.shown))) return 'same';
  if (token.keys.has(nameKey(text.raw.replace(trimmings, '')))) return 'same';
  if (ascii.test(text.shown)) return 'confusable';
  return otherAlphabet.test(text.shown) ? 'disguised' : 'ornamented';
}
