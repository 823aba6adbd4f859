import type { Address } from '../../chain/address.ts';
import type { Chain } from '../../chain/chains.ts';
import type { BlockNumber, EpochSeconds } from '../../chain/units.ts';
import { type BlockBody, isoTime, readBodies } from '../blocks.ts';
import { type AskNode, NodeUnusable } from '../calls.ts';
import { type Sides, sidesIn, sidesOf, timesOf } from '../logged-transfers.ts';
import type { ApprovalEvent } from '../node-event.ts';
import { asKind, type MetadataStore, metadataOf, type TokenMetadata } from '../token-metadata.ts';
import type { LoggedApproval } from './approval-events.ts';
import { type Allowance, type AskedApproval, confirmApprovals, maxAsked } from './confirm-approvals.ts';

/** Maximum approvals of a scan in tokens that are not surely real: anyone may write any number of them. */
const maxUnknown = 6;

/** Maximum blocks read to learn who sent approvals: Ethereum has five a minute. */
const maxSenderBlocks = 10;

/** Adds blocks of approvals in unknown tokens, if there are too many to ask about: the blocks show who sent them. */
export async function withSenderBlocks(
  approvals: readonly AskedApproval[],
  bodies: readonly BlockBody[],
  node: AskNode,
): Promise<readonly BlockBody[]> {
  const unknown = approvals.filter(({ isKnown }) => !isKnown);
  if (unknown.length <= maxUnknown) return bodies;
  const read = new Set(bodies.map(({ number }) => number));
  const wanted = new Set(unknown.map(({ log }) => log.blockNumber)).difference(read);
  try {
    return [...bodies, ...(await readBodies([...wanted].slice(-maxSenderBlocks), node))];
  } catch (fault) {
    if (!(fault instanceof NodeUnusable)) throw fault;
    return bodies;
  }
}

/**
 * Sorts approvals: the node is asked about the first ones. Of unknown tokens it is asked about a few: Permit2's (only the wallet can
 * sign them), then those that the wallet sent, then the newest, with a first approval of each transaction before any second. A contract
 * can write thousands in one call, so grants go before revocations. Further approvals in real tokens are believed, except spendings.
 */
export function chosenApprovals(
  approvals: readonly AskedApproval[],
  bodies: readonly BlockBody[] = [],
): readonly AskedApproval[] {
  const sides = sidesIn(bodies);
  const rankOf = ({ of, log, owner }: AskedApproval) => {
    if (of === 'permit2') return 0;
    return isSentBy(owner, sides.get(log.transactionHash)) ? 1 : 2;
  };
  const unknown = approvals
    .filter(({ isKnown }) => !isKnown)
    .sort((one, other) => Number(one.isGranted) - Number(other.isGranted));
  const byTransaction = Map.groupBy(unknown, ({ log }) => log.transactionHash).values();
  const rounds = new Map(byTransaction.flatMap((ones) => ones.map((one, at) => [one, ones.length - at])));
  const turnOf = (one: AskedApproval) => rankOf(one) * unknown.length + (rounds.get(one) ?? 0);
  const chosen = unknown.sort((one, other) => turnOf(other) - turnOf(one)).slice(-maxUnknown);
  const known = approvals.filter(({ isKnown }) => isKnown);
  const others = known.splice(maxAsked - chosen.length).filter(({ movedAlong }) => !movedAlong);
  return [...known, ...chosen, ...others];
}

/**
 * Makes an event of each approval, with the amount that the state has now; null: the state does not confirm the approval, or its
 * token is unknown and so is its sender, and Permit2 does not keep it. `isBehind`: a later scan may read more.
 */
export async function confirmedEvents(
  asked: readonly AskedApproval[],
  { chain, scannedTo }: { readonly chain: Chain; readonly scannedTo: BlockNumber },
  node: AskNode,
  known: MetadataStore,
  bodies: readonly BlockBody[] = [],
) {
  const { allowances, isBehind } = await confirmApprovals(asked, scannedTo, node);
  const confirmed = asked.filter((_, at) => allowances[at]);
  const texts = await metadataOf([...new Set(confirmed.map(({ token }) => token))], chain, node, known);
  const times = await timesOf(
    confirmed.map(({ log }) => log),
    node,
  );
  const unknown = confirmed.filter(({ isKnown }) => !isKnown);
  const own = await ownTransactions(unknown, node, bodies);
  const events = asked.map((one, at): ApprovalEvent | null => {
    const allowance = allowances[at] ?? null;
    const minedAt = times.get(one.log.blockNumber);
    if (allowance === null || endsInItsBlock(allowance, minedAt)) return null;
    const sentByWallet = own.get(one) ?? null;
    if (sentByWallet === null && !one.isKnown && one.of !== 'permit2') return null;
    return { ...eventOf(one, allowance, texts.get(one.token), minedAt), sentByWallet, scannedTo };
  });
  return { events, isBehind: isBehind || unknown.length > own.size };
}

/** A Permit2 allowance that ends in its own block is for one transaction only. */
function endsInItsBlock({ isGranted, expires }: Allowance, minedAt: EpochSeconds | undefined): boolean {
  return isGranted && expires !== null && minedAt !== undefined && expires <= BigInt(minedAt);
}

/** Whether the wallet sent the approval; approvals of unknown senders are left out. */
async function ownTransactions(
  approvals: readonly LoggedApproval[],
  node: AskNode,
  bodies: readonly BlockBody[],
): Promise<ReadonlyMap<LoggedApproval, boolean>> {
  const sides = await sidesOf(
    approvals.map(({ log }) => log.transactionHash),
    node,
    bodies,
  );
  return new Map(
    approvals.flatMap((one) => {
      const known = sides.get(one.log.transactionHash);
      return known === undefined ? [] : [[one, isSentBy(one.owner, known)] as const];
    }),
  );
}

/** The wallet's key sent the approval, or the wallet's code ran it, as in a Safe. */
function isSentBy(wallet: Address, sides: Sides | undefined): boolean {
  return sides?.from === wallet || sides?.to === wallet;
}

function eventOf(
  { of, key, token, tokenId, log, isDropped }: AskedApproval,
  { isGranted, value, spender, unlimited, expires }: Allowance,
  texts: TokenMetadata | undefined,
  minedAt: EpochSeconds | undefined,
): Omit<ApprovalEvent, 'scannedTo' | 'sentByWallet'> {
  const isCounted = of === 'erc20' || of === 'permit2';
  return {
    kind: 'approval',
    key,
    blockNumber: log.blockNumber,
    blockTimestamp: isoTime(minedAt),
    transactionHash: isDropped ? null : log.transactionHash,
    of,
    isGranted,
    token: { address: token, ...asKind(isCounted ? 'erc20' : 'erc721', texts) },
    spender,
    value: value?.toString() ?? null,
    unlimited,
    tokenId,
    // An end after the year 9999 counts as none.
    expires: expires === null ? null : isoTime(Number(expires)),
  };
}
