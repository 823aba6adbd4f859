import type { Alert } from '../../alert/alert.ts';
import { alertId } from '../../alert/alert-id.ts';
import {
  composeApprovalAlert,
  composeBalanceAlert,
  composeControlAlert,
} from '../../alert/compose/compose-events.ts';
import type { BlockNumber, IsoTime } from '../../chain/units.ts';
import type { ApprovalEvent, NodeEvent } from '../../node/node-event.ts';
import { hourMs } from '../../runtime/clock.ts';
import { isPublished, trusted, type Verdict } from '../../spam/judge.ts';
import { isKnownToken } from '../../spam/known-token.ts';
import { asListed } from '../../spam/listed-token.ts';
import { type KnownAddresses, nobodyKnown } from '../../state/known-addresses.ts';
import { messageRow, type NewRow, validRows } from '../../state/ledger-row.ts';
import { endOfBlock, type Place } from '../../state/place.ts';
import type { People } from '../../wallet/people.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Poll } from '../dependencies.ts';
import { type BegunCursor, isOld } from '../read/poll-read.ts';

/** A wallet's news from scans of a node, other than transfers. */
export interface NodeNews {
  readonly addresses: KnownAddresses;
  readonly rows: readonly NewRow[];
  /** Whether events are left for the next poll. */
  readonly hasMore: boolean;
  /** Called once the rows are committed. */
  readonly drop: () => Promise<void>;
}

export const noNodeNews: NodeNews = {
  rows: [],
  addresses: nobodyKnown,
  hasMore: false,
  drop: async () => {},
};

/** The most events that a poll reports. A batch of more rows would outlast its lease, and every poll would abandon it. */
const maxInPoll = 2_000;

export async function readNodeNews(cursor: BegunCursor, poll: Poll): Promise<NodeNews> {
  const { watch, journal, states } = poll;
  const all = poll.isReadFromNode(watch.chain) ? await journal.events(watch) : [];
  const events = all.slice(0, maxInPoll);
  if (events.length === 0) return noNodeNews;
  const { unreported, messages } = await unreportedOf(events, cursor, poll);
  const addresses = unreported.some(isApproval) ? await states.readAddresses(watch) : nobodyKnown;
  const rows = await rowsOfEvents(unreported, addresses, watch.singles - messages, poll);
  return {
    rows,
    addresses,
    hasMore: all.length > events.length,
    drop: () => journal.dropEvents(watch, events),
  };
}

/** Spans of `reorgBlocks`, five minutes each. */
const spansAnHour = 12;

/**
 * Leaves out three sorts of events. Some have a ledger row: their poll crashed before it deleted them. Some approvals are older than
 * the watch: a scan after a re-org repeats them. Others are of kinds or tokens that the row leaves out: scans keep all
 * events while the row is mistyped, and a row may change during a pause.
 * `messages` counts the messages about the wallet in the last hour.
 */
async function unreportedOf(
  events: readonly NodeEvent[],
  cursor: BegunCursor,
  { watch, history, clock }: Pick<Poll, 'watch' | 'history' | 'clock'>,
) {
  // A re-org, or a scan after a crash, finds an event again in another block.
  const lowest =
    Math.min(...events.map(({ blockNumber }) => blockNumber)) - spansAnHour * watch.chain.reorgBlocks;
  const rows = validRows(await history.rowsFrom(watch, endOfBlock(lowest, '')), cursor);
  const known = new Set(rows.map(({ place }) => place.key));
  const since = (clock.now() - hourMs) / 1_000;
  const messages = rows.filter(({ status, minedAt }) => status === 'message' && minedAt > since).length;
  const isAsked = (event: NodeEvent) => {
    if (event.kind === 'balance') return true;
    if (event.kind === 'control') return watch.kinds?.has('control') ?? true;
    return !watch.ignoreTokens.has(event.token.address) && (watch.kinds?.has('approvals') ?? true);
  };
  const isOldApproval = (event: NodeEvent) => isApproval(event) && isOld(event, cursor.start);
  const isKnown = (event: NodeEvent) => known.has(placeOf(event, watch).key);
  return {
    unreported: events.filter((event) => isAsked(event) && !isOldApproval(event) && !isKnown(event)),
    messages,
  };
}

/**
 * An event that a stranger may have forged is hidden, unless the row shows spam and has some of its `ration` left.
 * @param spenders whom the wallet approved before
 */
async function rowsOfEvents(
  events: readonly NodeEvent[],
  { spenders }: Pick<KnownAddresses, 'spenders'>,
  ration: number,
  { watch, clock, findPeople }: Pick<Poll, 'watch' | 'clock' | 'findPeople'>,
): Promise<NewRow[]> {
  const asked = events.filter(isApproval).map(({ spender }) => spender);
  const people = await findPeople(new Set(asked.filter((spender) => spender !== null)));
  const approved = spenders.map((spender) => ({ ...spender, block: -1 }));
  const now = clock.now();
  let rationLeft = ration;
  return events.map((event) => {
    const alert = alertOf(event, watch, { people, approved }, new Date(now).toISOString());
    const row = messageRow(alert, event.blockNumber, event.blockTimestamp, now);
    const { verdict } = alert;
    const isShown = !verdict?.spam || (isPublished(verdict, watch) && rationLeft > 0);
    rationLeft -= isShown ? 1 : 0;
    const shown = isShown ? row : { ...row, status: 'hidden' as const, turn: null, outgoing: {} };
    if (!isApproval(event) || !event.isGranted || verdict?.spam || event.spender === null) return shown;
    const spender = { address: event.spender, proven: isKnownToken(event.token, watch) };
    approved.push({ ...spender, block: event.blockNumber });
    return { ...shown, learnt: [{ paid: null, imitations: [], warnedOn: null, approved: spender }] };
  });
}

type ApprovedSpender = KnownAddresses['spenders'][number] & { readonly block: BlockNumber };

function isApproval(event: NodeEvent): event is ApprovalEvent {
  return event.kind === 'approval';
}

function placeOf({ kind, key, blockNumber }: NodeEvent, { wallet, chain }: Watch): Place {
  return endOfBlock(blockNumber, alertId(kind, chain.id, wallet, key));
}

function alertOf(
  event: NodeEvent,
  watch: Watch,
  { people, approved }: { readonly people: People; readonly approved: readonly ApprovedSpender[] },
  detectedAt: IsoTime,
): Alert {
  const basis = { watch, id: placeOf(event, watch).key, detectedAt };
  switch (event.kind) {
    case 'approval': {
      const token = asListed(watch.chain.id, event.token);
      const { spender } = event;
      return composeApprovalAlert({
        ...basis,
        event: { ...event, token },
        verdict: verdictOn(event, watch),
        contact: (spender && people.get(spender)?.name) ?? null,
        // Only an approval in an earlier block makes a spender known: a thief would first ask for a small one. A contract that the wallet
        // calls can make up an approval of its own token, which proves no spender of a real token.
        isSpenderKnown: approved.some(
          ({ address, block, proven }) =>
            address === spender && block < event.blockNumber && (proven || !isKnownToken(event.token, watch)),
        ),
      });
    }
    case 'balance':
      return composeBalanceAlert({ ...event, token: asListed(watch.chain.id, event.token) }, basis);
    case 'control':
      return composeControlAlert(event, basis);
  }
}

/** Any contract can emit an approval in any wallet's name. Permit2 emits none without the wallet's signature. */
function verdictOn({ of, token, sentByWallet }: ApprovalEvent, watch: Watch): Verdict {
  const reasons = watch.trustedTokens.has(token.address) ? [trusted] : [];
  if (isKnownToken(token, watch) || sentByWallet === true || of === 'permit2')
    return { spam: false, score: 0, reasons };
  const detail =
    'Nobody vouches for the token, and the wallet did not send the transaction: the token may have made this up.';
  return { spam: true, score: 100, reasons: [{ rule: 'unasked-approval', detail }] };
}
