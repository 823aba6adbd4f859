import type { Rule } from '../rule.ts';

const wordsOfASentence = 4;

/** A symbol that is a message. EIP-20's own examples of a symbol are of three letters ("HIX"). */
export const sentenceAsSymbol: Rule = {
  name: 'sentence-as-symbol',
  find: ({ symbol }) =>
    symbol.shown.trim().split(/\s+/).length >= wordsOfASentence && /[a-z]{3}/i.test(symbol.plain)
      ? 'Its symbol is a whole message. It is an advertisement or a trick: do not act on it.'
      : null,
};
