import type { Reason } from '../spam/verdict.ts';
import type { Alert, AlertTransfer, TransferAlert, WatchingAlert } from './alert.ts';
import { amountForms } from './shown-amount.ts';
import { shortAddress, shorten, type Voice } from './voice.ts';

/** How much of each part has room. */
interface Room {
  readonly other: number;
  readonly chain: boolean;
  readonly symbol: number;
  readonly wallet: number;
  readonly reason: number | null;
  readonly amount: 'grouped' | 'plain' | 'short';
}

const allRoom = { other: 40, chain: true, symbol: 32, wallet: 64, amount: 'grouped' } as const;

/** What is given up when a sentence is too long, in this order: the amount's own digits last. */
const givenUp: readonly (Partial<Room> & { readonly reason?: number })[] = [
  { other: 0 },
  { chain: false },
  { symbol: 12 },
  { symbol: 8 },
  { wallet: 24 },
  { wallet: 15 },
  { reason: 24 },
  { amount: 'plain' },
  { amount: 'short' },
];

/**
 * The whole alert in one sentence of at most `limit` characters (99 at least, 140 with a reason): which
 * wallet, how much of what, from or to whom. The amount and the wallet stand in every one.
 * @param reason how many characters the reason may take why it is likely spam; 0: it is only said that it
 * is; null: not even that.
 */
export function sentence(alert: Alert, voice: Voice, limit: number, reason: number | null): string {
  let room: Room = { ...allRoom, reason };
  let text = write(alert, voice, room);
  for (const less of givenUp) {
    if (text.length <= limit) break;
    const reasonLeft = room.reason === null ? null : Math.min(room.reason, less.reason ?? room.reason);
    room = { ...room, ...less, reason: reasonLeft };
    text = write(alert, voice, room);
  }
  return text;
}

function write(alert: Alert, voice: Voice, room: Room): string {
  switch (alert.type) {
    case 'wallet.watching':
      return writeWatching(alert, voice, room);
    case 'transfer.received':
    case 'transfer.sent':
    case 'transfer.self':
      return writeTransfer(alert, voice, room);
  }
}

function writeWatching({ wallet, fromBlock }: WatchingAlert, voice: Voice, room: Room): string {
  const from = fromBlock === null ? 'from now on' : `from block ${amountForms(String(fromBlock)).grouped} on`;
  const chain = room.chain ? ` on ${wallet.chain}` : '';
  return `Now watching ${walletName(wallet, voice, room)}${chain}: its transfers are told ${from}.`;
}

function writeTransfer(alert: TransferAlert, voice: Voice, room: Room): string {
  const { transfer, wallet } = alert;
  const parts = [
    walletName(wallet, voice, room),
    { in: 'received', out: 'sent', self: 'sent itself' }[transfer.direction],
    howMuch(transfer, voice, room),
    otherSide(transfer, voice, room),
    room.chain ? `on ${wallet.chain}` : '',
  ];
  return warning(alert, voice, room) + parts.filter((part) => part !== '').join(' ');
}

function walletName({ label, address }: Alert['wallet'], voice: Voice, room: Room): string {
  return shorten((label && voice.text(label)) || shortAddress(address), room.wallet);
}

/** `12,500.5 USDC`; `12500500000 units of USDC` where nobody knows the decimals. */
function howMuch({ amount, value, token }: AlertTransfer, voice: Voice, room: Room): string {
  const number = amountForms(amount ?? value)[room.amount];
  const symbol = shorten((token.symbol && voice.symbol(token.symbol)) || '', room.symbol);
  const name = symbol || `token ${shortAddress(token.address)}`;
  return amount === null ? `${number} units of ${name}` : `${number} ${name}`;
}

function otherSide({ direction, from, to }: AlertTransfer, voice: Voice, room: Room): string {
  if (direction === 'self' || room.other === 0) return '';
  const { address, label } = direction === 'in' ? from : to;
  const name = (label && voice.text(label)) || (address && shortAddress(address));
  return name === null ? '' : `${direction === 'in' ? 'from' : 'to'} ${shorten(name, room.other)}`;
}

function warning({ verdict }: TransferAlert, voice: Voice, room: Room): string {
  if (room.reason === null || !verdict?.spam) return '';
  const reason = room.reason > 0 ? firstReason(verdict.reasons, voice) : null;
  return reason === null ? 'Likely spam: ' : `Likely spam: ${shorten(reason, room.reason)}. `;
}

function firstReason(reasons: readonly Reason[], voice: Voice): string | null {
  const [first] = reasons;
  return first === undefined ? null : (voice.text(first.detail)?.replace(/[.!?]+$/, '') ?? null);
}
