import { rule } from '../rule.ts';

/** EIP-20 makes name and symbol optional, but all listed tokens have both. The API's rows of 2022 lack both, which says nothing. */
export const missingName = rule(
  'missing-name',
  'It has no name or no symbol. Look at its address before you trust it.',
  ({ name, symbol }) => (name.shown === '') !== (symbol.shown === ''),
);

/** No wallet's list shows more; property shares and dated yield tokens have the longest honest symbols. */
const maxNameLength = 100;
const maxSymbolLength = 48;

/** Some honest jokes are as long: a second sign is needed. */
export const overlongText = rule(
  'overlong-text',
  'Its name or symbol is longer than any list can show. Do not act on what it says.',
  ({ name, symbol }) => name.raw.length > maxNameLength || symbol.raw.length > maxSymbolLength,
);

const wordsOfASentence = 4;

export const sentenceAsSymbol = rule(
  'sentence-as-symbol',
  'Its symbol is a whole message. It is an advertisement or a trick: do not act on it.',
  ({ symbol }) =>
    symbol.shown.trim().split(/\s+/).length >= wordsOfASentence && /[a-z]{3}/i.test(symbol.plain),
);

const order =
  /^\W*(?:please\s+)?(?:(?:claim|visit|redeem)\W*$|(?:claim|visit|redeem|buy|get|join|open|swap|send|access|earn|check)\s+\S)/;

export const orderAsSymbol = rule(
  'order-as-symbol',
  'Its symbol is an order to you, not the name of a coin. Do not follow it.',
  ({ symbol }) => order.test(symbol.lower),
);
