import type { Rule } from './rule.ts';
import { addressInName } from './rules/address-in-name.ts';
import { attentionMarks } from './rules/attention-marks.ts';
import { borrowedName } from './rules/borrowed-name.ts';
import { callToAction } from './rules/call-to-action.ts';
import { coinMismatch } from './rules/coin-mismatch.ts';
import { copiedToken } from './rules/copied-token.ts';
import { disguisedToken } from './rules/disguised-token.ts';
import { domainInName } from './rules/domain-in-name.ts';
import { flaggedByApi } from './rules/flagged-by-api.ts';
import { giveaway } from './rules/giveaway.ts';
import { hiddenCharacters } from './rules/hidden-characters.ts';
import { link } from './rules/link.ts';
import { lureWords } from './rules/lure-words.ts';
import { massSender } from './rules/mass-sender.ts';
import { messenger } from './rules/messenger.ts';
import { missingName } from './rules/missing-name.ts';
import { mixedAlphabets } from './rules/mixed-alphabets.ts';
import { orderAsSymbol } from './rules/order-as-symbol.ts';
import { overlongText } from './rules/overlong-text.ts';
import { phoneNumber } from './rules/phone-number.ts';
import { promisedAmount } from './rules/promised-amount.ts';
import { reportedSender } from './rules/reported-sender.ts';
import { roundWindfall } from './rules/round-windfall.ts';
import { sentByItself } from './rules/sent-by-itself.ts';
import { sentenceAsSymbol } from './rules/sentence-as-symbol.ts';
import { textDirection } from './rules/text-direction.ts';
import { verifiedByApi } from './rules/verified-by-api.ts';
import { wrongDecimals } from './rules/wrong-decimals.ts';

/** What others say of a token or its sender: asked of every transfer. */
export const hearsay: readonly Rule[] = [flaggedByApi, verifiedByApi, reportedSender];

/** What the token itself shows: not asked of genuine protected tokens, whose address is the better witness. */
const signs: readonly Rule[] = [
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
  sentByItself,
  massSender,
  overlongText,
  roundWindfall,
];

export const allRules: readonly Rule[] = [...hearsay, ...signs];
