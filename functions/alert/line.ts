import type { Alert, AlertTransfer, DigestAlert, TransferAlert } from './alert.ts';
import { digestRest, digestSums, transferCount } from './digest-sentence.ts';
import { howMuch, otherName, walletName } from './names.ts';
import { poisoningPair } from './poisoning-texts.ts';
import { roomForAll } from './room.ts';
import { countOf } from './shown-amount.ts';
import { terminalVoice } from './voice.ts';

/**
 * The alert as one line for a terminal: direction, amount and symbol, wallet, other side, chain. No colours:
 * whoever prints it adds them.
 */
export function alertLine(alert: Alert): string {
  const wallet = walletName(alert.wallet, terminalVoice);
  const chain = `on ${alert.wallet.chain}`;
  switch (alert.type) {
    case 'wallet.watching':
      return columns('watching', wallet, chain, fromWhen(alert.fromBlock));
    case 'wallet.poisoning':
      return columns('poisoning', poisoningPair(alert), wallet, chain);
    case 'transfers.digest':
      return columns('digest', ...sums(alert.digest), wallet, chain, largest(alert.digest));
    case 'transfer.reverted':
      return columns('undone', moved(alert.transfer, wallet), chain, mark(alert));
    case 'transfer.received':
    case 'transfer.sent':
    case 'transfer.self':
      return columns(moved(alert.transfer, wallet), chain, mark(alert));
  }
}

function columns(...texts: string[]): string {
  return texts.filter((text) => text !== '').join('  ');
}

function moved(transfer: AlertTransfer, wallet: string): string {
  const { direction } = transfer;
  return columns(direction.padEnd(4), howMuch(transfer, terminalVoice), wallet, otherSide(transfer));
}

/** `14 transfers`, `in 105 USDC (12)` and more sums, as many as a line holds. */
function sums(digest: DigestAlert['digest']): string[] {
  const [only, ...more] = digest.totals;
  if (only !== undefined && more.length === 0)
    return [transferCount(digest), `${only.direction} ${howMuch(only, terminalVoice)}`];
  const texts = digestSums(digest, terminalVoice, roomForAll).map(
    ({ direction, text }) => `${direction} ${text}`,
  );
  const rest = digestRest(digest, roomForAll);
  return [transferCount(digest), ...texts, rest === '' ? '' : `and ${rest}`];
}

function largest({ largest: [first] }: DigestAlert['digest']): string {
  if (first === undefined) return '';
  const what = `largest: ${first.direction} ${howMuch(first, terminalVoice)}`;
  return [what, otherSide(first)].join(' ').trimEnd();
}

function fromWhen(fromBlock: number | null): string {
  return fromBlock === null ? 'from now on' : `from block ${countOf(fromBlock)} on`;
}

function otherSide(transfer: AlertTransfer): string {
  const name = otherName(transfer, terminalVoice);
  return name === null ? '' : `${transfer.direction === 'in' ? 'from' : 'to'} ${name}`;
}

function mark({ verdict }: Pick<TransferAlert, 'verdict'>): string {
  return verdict?.spam ? '(likely spam)' : '';
}
