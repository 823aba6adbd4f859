import type { Rule } from '../rule.ts';

/** A lone sign and a space: wallets sort by name, and the sign brings the token to the top of the list. */
const toTheTop = /^(?:[!#@~*]+\s*(?=[\p{L}\p{N}[$|.])|[$|]\s+\S)/u;
const shouting = /[✅☑✔🎁🎉🎊🎈💰💵💲💸🤑🏆🥇🎫🎟⭐🌟🔥🚀⚠❗‼🔔📢📣👉👇➡]/u;

/** Marks that push the token to the top of a list or into the eye: exclamation marks, ticks, presents, bags of money. */
export const attentionMarks: Rule = {
  name: 'attention-marks',
  find: ({ name, symbol }) =>
    [name, symbol].some(({ shown }) => toTheTop.test(shown) || shouting.test(shown))
      ? 'Its name or symbol has signs that are there to catch your eye. Do not act on what it says.'
      : null,
};
