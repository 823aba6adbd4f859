import type { Rule } from './rule.ts';
import { borrowedName, coinMismatch, copiedToken, wrongDecimals } from './rules/copies.ts';
import {
  attentionMarks,
  disguisedToken,
  hiddenCharacters,
  mixedAlphabets,
  textDirection,
} from './rules/disguises.ts';
import {
  flaggedByApi,
  massSender,
  reportedSender,
  roundWindfall,
  sentByItself,
  unaskedPiece,
  verifiedByApi,
} from './rules/external.ts';
import { addressInName, domainInName, link, messenger, phoneNumber } from './rules/links.ts';
import { callToAction, giveaway, lureWords, promisedAmount } from './rules/lures.ts';
import { missingName, orderAsSymbol, overlongText, sentenceAsSymbol } from './rules/odd-names.ts';

/** Rules on what others say of a token or its sender: applied to every transfer. */
export const externalEvidence: readonly Rule[] = [flaggedByApi, verifiedByApi, reportedSender];

/** Rules on the token itself: not applied to genuine protected tokens, whose address proves more. */
const contentRules: readonly Rule[] = [
  link,
  messenger,
  phoneNumber,
  copiedToken,
  disguisedToken,
  mixedAlphabets,
  hiddenCharacters,
  wrongDecimals,
  callToAction,
  lureWords,
  giveaway,
  promisedAmount,
  domainInName,
  borrowedName,
  attentionMarks,
  missingName,
  sentenceAsSymbol,
  orderAsSymbol,
  textDirection,
  addressInName,
  coinMismatch,
  unaskedPiece,
  sentByItself,
  massSender,
  overlongText,
  roundWindfall,
];

export const allRules: readonly Rule[] = [...externalEvidence, ...contentRules];
