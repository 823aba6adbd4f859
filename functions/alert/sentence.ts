import type { Alert, TransferAlert, WatchingAlert } from './alert.ts';
import { otherName, tokenName, walletName } from './names.ts';
import { amountForms } from './shown-amount.ts';
import { shorten, type Voice } from './voice.ts';

/** How many characters each part may take. */
interface Room {
  readonly hint: boolean;
  readonly other: number;
  readonly chain: boolean;
  readonly token: number;
  readonly wallet: number;
  readonly reason: number;
  readonly amount: keyof ReturnType<typeof amountForms>;
}

/** What is given up, one after the other, when a sentence is too long. */
const givenUp: readonly Partial<Room>[] = [
  {},
  { hint: false },
  { other: 0 },
  { chain: false },
  { token: 12 },
  { token: 8 },
  { wallet: 24 },
  { wallet: 15 },
  { reason: 24 },
];

const allRoom = { hint: true, other: 40, chain: true, token: 32, wallet: 64, reason: 60 };

/** Every room that a sentence is tried in. The amount's digits outlast all else; without them the rest is back. */
const rooms: readonly Room[] = (['grouped', 'plain', 'short'] as const).flatMap((amount) =>
  givenUp.map((_, i): Room => Object.assign({ ...allRoom, amount }, ...givenUp.slice(0, i + 1))),
);

/** Whether a sentence about likely spam says so: with the reason, without, or not at all. */
export type Warning = 'with reason' | 'short' | 'none';

/**
 * The whole alert in one sentence of at most `limit` characters (99 at least, 140 with a reason): which
 * wallet, how much of what, from or to whom. The amount and the wallet stand in every one.
 */
export function sentence(alert: Alert, voice: Voice, limit: number, warning: Warning): string {
  let text = '';
  for (const room of rooms) {
    text = write(alert, voice, room, warning);
    if (text.length <= limit) break;
  }
  return text;
}

function write(alert: Alert, voice: Voice, room: Room, warning: Warning): string {
  switch (alert.type) {
    case 'wallet.watching':
      return watching(alert, voice, room);
    case 'transfer.received':
    case 'transfer.sent':
    case 'transfer.self':
      return likelySpam(alert, voice, room, warning) + transferred(alert, voice, room);
  }
}

function watching({ wallet, fromBlock }: WatchingAlert, voice: Voice, room: Room): string {
  const name = shorten(walletName(wallet, voice), room.wallet);
  const chain = room.chain ? ` on ${wallet.chain}` : '';
  const from = fromBlock === null ? 'from now on' : `from block ${amountForms(`${fromBlock}`).grouped} on`;
  const hint = room.hint ? ' To change or stop it, edit its Watchlist row.' : '';
  return `Now watching ${name}${chain}: its transfers are told ${from}.${hint}`;
}

const verbs = { in: 'received', out: 'sent', self: 'sent itself' };

function transferred({ transfer, wallet }: TransferAlert, voice: Voice, room: Room): string {
  const { amount, value, token, direction } = transfer;
  const other = room.other > 0 ? otherName(transfer, voice) : null;
  const parts = [
    shorten(walletName(wallet, voice), room.wallet),
    verbs[direction],
    amountForms(amount ?? value)[room.amount],
    ...(amount === null ? ['units of'] : []),
    tokenName(token, voice, room.token),
    ...(other === null ? [] : [direction === 'in' ? 'from' : 'to', shorten(other, room.other)]),
    ...(room.chain ? [`on ${wallet.chain}`] : []),
  ];
  return parts.join(' ');
}

function likelySpam({ verdict }: TransferAlert, voice: Voice, room: Room, warning: Warning): string {
  if (warning === 'none' || !verdict?.spam) return '';
  const [first] = verdict.reasons;
  const reason = first && warning === 'with reason' ? voice.text(first.detail) : null;
  return reason ? `Likely spam: ${ended(shorten(reason, room.reason))} ` : 'Likely spam: ';
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
