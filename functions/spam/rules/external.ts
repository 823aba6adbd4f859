import { rule } from '../rule.ts';

/** API document, 2.1. Rows of 2022 lack `possible_spam`: an absent field is no flag. */
export const flaggedByApi = rule(
  'flagged-by-api',
  'The API flags this token as possible spam.',
  ({ transfer }) => transfer.possibleSpam === true,
);

/** API document, 2.1: `verified_collection`, later `verified_contract`. A chain's own coin has no contract to verify. */
export const verifiedByApi = rule(
  'verified-by-api',
  'The API lists the contract of this token as verified.',
  ({ transfer: { token } }) => token.verified === true && token.address !== null,
);

/** The contract itself sent the token. Sales contracts do so as well: a second sign is needed. */
export const sentByItself = rule(
  'sent-by-itself',
  'The token sent itself to you; no person paid you. If you did not buy it, leave it alone.',
  ({ transfer: { direction, from, token } }) => direction === 'in' && from.address === token.address,
);

/** Somebody else sent the transaction: nearly always a lure. An incoming piece is no theft. */
export const unaskedPiece = rule(
  'unasked-piece',
  'This piece of a collection came unasked. If you expected it, trust its contract; else leave it alone.',
  ({ transfer: { direction, tokenId, sentBy }, watch }) =>
    direction === 'in' && tokenId !== null && sentBy !== watch.wallet,
);

const toMany = /disperse|multi-?send|bulk-?send|batch-?send|air-?drop/i;

/** The sender's label says that it pays many. Payrolls do so too: a second sign is needed. */
export const massSender = rule(
  'mass-sender',
  'It was sent to many people at once. If you did not expect it, leave it alone.',
  ({ transfer: { direction, from } }) => direction === 'in' && from.label !== null && toMany.test(from.label),
);

const reported = /fake[\s_-]?phish|phish|\bscam|\bhack(?:er)?\b|exploiter|\bspam/i;

/** The sender's label (API document, 2.1, from_address_label) names a scam: explorers write Fake_Phishing…. */
export const reportedSender = rule(
  'reported-sender',
  'The sender is known for phishing or other fraud. Do not send anything back.',
  // Only incoming: explorers label victims of a theft too ("… Hack Victim").
  ({ transfer: { direction, from } }) =>
    direction === 'in' && from.label !== null && reported.test(from.label),
);

const thousand = 1_000n;

/** An airdrop's shape. People send round amounts too: the weakest of all signs. */
export const roundWindfall = rule(
  'round-windfall',
  'A large round amount came unasked. If you did not expect it, leave it alone.',
  ({ transfer: { direction, value, token } }) => {
    if (direction !== 'in' || token.decimals === null || token.verified === true) return false;
    const thousandUnits = thousand * 10n ** BigInt(Math.min(token.decimals, 77));
    return value >= thousandUnits && value % thousandUnits === 0n;
  },
);
