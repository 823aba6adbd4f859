import type { Rule } from '../rule.ts';

/** API document, 2.1. Rows of 2022 lack `possible_spam`: an absent field is no flag. */
export const flaggedByApi: Rule = {
  name: 'flagged-by-api',
  find: ({ transfer }) =>
    transfer.possibleSpam === true ? 'The API flags this token as possible spam.' : null,
};

/** API document, 2.1: `verified_collection`, later `verified_contract`. */
export const verifiedByApi: Rule = {
  name: 'verified-by-api',
  find: ({ transfer }) =>
    transfer.token.verified === true ? 'The API lists the contract of this token as verified.' : null,
};

/** Nobody paid, the contract handed itself out. Sales contracts do so as well: a second sign is needed. */
export const sentByItself: Rule = {
  name: 'sent-by-itself',
  find: ({ transfer: { direction, from, token } }) =>
    direction === 'in' && from.address === token.address
      ? 'The token sent itself to you; no person paid you. If you did not buy it, leave it alone.'
      : null,
};

/** Came by somebody else's transaction: nearly always a lure, and an incoming piece robs nobody. */
export const unaskedPiece: Rule = {
  name: 'unasked-piece',
  find: ({ transfer: { direction, tokenId, sentBy }, watch }) =>
    direction === 'in' && tokenId !== null && sentBy !== watch.wallet
      ? 'This piece of a collection came unasked. If you expected it, trust its contract; else leave it alone.'
      : null,
};

const toMany = /disperse|multi-?send|bulk-?send|batch-?send|air-?drop/i;

/** The sender's label says that it pays many. Payrolls do so too: a second sign is needed. */
export const massSender: Rule = {
  name: 'mass-sender',
  find: ({ transfer: { direction, from } }) =>
    direction === 'in' && from.label !== null && toMany.test(from.label)
      ? 'It was sent to many people at once. If you did not expect it, leave it alone.'
      : null,
};

const reported = /fake[\s_-]?phish|phish|\bscam|\bhack(?:er)?\b|exploiter|\bspam/i;

/** The sender's label (API document, 2.1, from_address_label) names a scam: explorers write Fake_Phishing…. */
export const reportedSender: Rule = {
  name: 'reported-sender',
  // Only incoming: explorers label victims of a theft too ("… Hack Victim").
  find: ({ transfer: { direction, from } }) =>
    direction === 'in' && from.label !== null && reported.test(from.label)
      ? 'The sender is known for phishing or other fraud. Do not send anything back.'
      : null,
};

const thousand = 1_000n;

/** An airdrop's shape. People send round amounts too: the weakest of all signs. */
export const roundWindfall: Rule = {
  name: 'round-windfall',
  find: ({ transfer: { direction, value, token } }) => {
    if (direction !== 'in' || token.decimals === null || token.verified === true) return null;
    const whole = 10n ** BigInt(Math.min(token.decimals, 77));
    return value >= thousand * whole && value % (thousand * whole) === 0n
      ? 'A large round amount came unasked. If you did not expect it, leave it alone.'
      : null;
  },
};
