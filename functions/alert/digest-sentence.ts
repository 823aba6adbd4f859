import type { Address } from '../chain/address.ts';
import type { DigestAlert, DigestTotal } from './alert.ts';
import { howMuch, tokenName, walletName } from './names.ts';
import { fitted, type Room } from './room.ts';
import { amountForms, countOf } from './shown-amount.ts';
import { otherSide, verbs } from './transfer-sentence.ts';
import { shorten, type Voice } from './voice.ts';

/**
 * Many transfers in one sentence of at most `limit` characters: what was moved, as far as it fits. Sums of two tokens
 * can't be compared, for nobody here knows prices; those that the API has verified come first, then those of most
 * transfers, and the rest is counted. Where not even one sum fits, all are.
 */
export function digestSentence(alert: DigestAlert, voice: Voice, limit: number): string {
  const text = fitted(limit, (room) => withSums(alert, voice, room));
  return text.length <= limit ? text : fitted(limit, (room) => withCounts(alert, voice, room));
}

function withSums(alert: DigestAlert, voice: Voice, room: Room): string {
  const { digest, wallet } = alert;
  const [only, ...more] = digest.totals;
  if (only !== undefined && more.length === 0) return ofOneToken(alert, only, voice, room);
  const sums = digestSums(digest, voice, room).map(({ direction, text }) => `${verbs[direction]} ${text}`);
  const left = digestRest(digest, room);
  const rest = left === '' ? '' : ` and ${left}`;
  return `${start(alert, voice, room)} had ${transferCount(digest)}${chain(wallet, room)}: ${sums.join(', ')}${rest}${hidden(digest, room)}`;
}

/** `Treasury received 105 USDC in 14 transfers on eth, the largest 14 from Binance 14` */
function ofOneToken(alert: DigestAlert, total: DigestTotal, voice: Voice, room: Room): string {
  const { digest, wallet } = alert;
  const what = `${verbs[total.direction]} ${howMuch(total, voice, room)} in ${transferCount(digest)}`;
  return `${start(alert, voice, room)} ${what}${chain(wallet, room)}${largest(digest, total, voice, room)}${hidden(digest, room)}`;
}

function largest(
  { largest: [first] }: DigestAlert['digest'],
  total: DigestTotal,
  voice: Voice,
  room: Room,
): string {
  if (first === undefined || total.count === 1 || room.other === 0) return '';
  // A number without its unit says something only where both count in the same one.
  if ((first.amount === null) !== (total.amount === null)) return '';
  const number = amountForms(first.amount ?? first.value)[room.amount];
  return [`, the largest ${number}`, ...otherSide(first, voice, room)].join(' ');
}

/** `Treasury had 37 transfers on eth: 20 in, 17 out` */
function withCounts(alert: DigestAlert, voice: Voice, room: Room): string {
  const { digest, wallet } = alert;
  const counts = `${transferCount(digest)}${chain(wallet, room)}: ${waysOf(digest.totals)}`;
  return `${start(alert, voice, room)} had ${counts}${hidden(digest, room)}`;
}

function start({ wallet }: DigestAlert, voice: Voice, room: Room): string {
  return shorten(walletName(wallet, voice), room.wallet);
}

function chain(wallet: DigestAlert['wallet'], room: Room): string {
  return room.chain ? ` on ${wallet.chain}` : '';
}

function hidden(digest: DigestAlert['digest'], room: Room): string {
  return room.hint && digest.hidden > 0 ? `. ${countOf(digest.hidden)} more hidden as spam.` : '';
}

/** `37 transfers` */
export function transferCount({ count }: { readonly count: number }): string {
  return `${countOf(count)} ${count === 1 ? 'transfer' : 'transfers'}`;
}

/** Totals in the order in which texts give them. */
export function verifiedFirst(totals: readonly DigestTotal[]): DigestTotal[] {
  return totals.toSorted((a, b) => Number(b.token.verified === true) - Number(a.token.verified === true));
}

/** The first sums, `50 USDC (8)` each, as many as there is room for. Who took another token's name has the contract shown. */
export function digestSums(
  { totals }: DigestAlert['digest'],
  voice: Voice,
  room: Room,
): { direction: DigestTotal['direction']; text: string }[] {
  const tokens = new Map(totals.map(({ token }) => [token.address, tokenName(token, voice)]));
  const isShared = (address: Address) =>
    tokens
      .values()
      .filter((name) => name === tokens.get(address))
      .toArray().length > 1;
  return verifiedFirst(totals)
    .slice(0, room.totals)
    .map((total) => {
      const { direction, count, token } = total;
      const isMaybeFake = token.verified !== true && isShared(token.address);
      const contract = isMaybeFake ? ` ${voice.address(token.address)}` : '';
      return { direction, text: `${howMuch(total, voice, room)}${contract} (${countOf(count)})` };
    });
}

/** `6 more (5 in, 1 out)`, `6 more in`: the transfers that those sums leave out; empty where they leave none. */
export function digestRest({ totals }: DigestAlert['digest'], room: Room): string {
  const rest = verifiedFirst(totals).slice(room.totals);
  const count = rest.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return '';
  const [way, ...otherWays] = new Set(rest.map(({ direction }) => direction));
  if (way !== undefined && otherWays.length === 0) return `${countOf(count)} more ${ways[way]}`;
  return `${countOf(count)} more${room.other > 0 ? ` (${waysOf(rest)})` : ''}`;
}

/** A direction in the words of a reader. */
const ways = { in: 'in', out: 'out', self: 'to itself' };

/** `20 in, 17 out`: directions that there were, in this order. */
function waysOf(totals: readonly DigestTotal[]): string {
  return (['in', 'out', 'self'] as const)
    .map((direction) => {
      const count = totals.reduce((sum, one) => sum + (one.direction === direction ? one.count : 0), 0);
      return count === 0 ? '' : `${countOf(count)} ${ways[direction]}`;
    })
    .filter((text) => text !== '')
    .join(', ');
}
