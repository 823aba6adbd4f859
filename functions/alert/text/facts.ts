import { type Address, checksumAddress, zeroAddress } from '../../chain/address.ts';
import { groupThousands } from '../../transfer/amount.ts';
import type {
  AlertToken,
  AlertTransfer,
  ApprovalAlert,
  PoisoningAlert,
  RevertedAlert,
  TransferAlert,
  WalletAlert,
} from '../alert.ts';
import { isMadeUp, whatMayBeSpent } from './approval-texts.ts';
import { withAddress } from './control-texts.ts';
import { lookalikeIn } from './imitation-texts.ts';
import { fullLimits } from './limits.ts';
import { contactName, howMuch, quotedLabel, withMark } from './parts/names.ts';
import { countOf, worthText } from './parts/shown-amount.ts';
import { isPoisoned, isUnverified } from './parts/shown-reasons.ts';
import { emailStyle, type FactName } from './style.ts';

export interface Fact {
  readonly name: FactName;
  /** As an email shows them. */
  readonly values: readonly string[];
  /** The value in a chat, never a stranger's text; null: chats leave the fact out. */
  readonly inChat: string | null;
}

type OneTransfer = TransferAlert | RevertedAlert | PoisoningAlert;

/** The facts below an alert's sentence, each address once. */
export function factsOf(alert: WalletAlert): Fact[] {
  const { wallet, severity, id } = alert;
  const { chain, chainId } = wallet;
  const address = checksumAddress(wallet.address);
  const sides = 'transfer' in alert ? [alert.transfer.from, alert.transfer.to] : [];
  const isSide = sides.some((side) => side.address === wallet.address);
  const where = [
    fact('Wallet', isSide ? [] : [address, ownName(wallet.label)], address),
    fact('Chain', [chain === chainId ? chain : `${chain} (${chainId})`]),
  ];
  const facts = [...factsOfKind(alert, where), fact('Severity', [severity]), fact('Alert', [id])];
  return facts.filter(({ values }) => values.length > 0);
}

function factsOfKind(alert: WalletAlert, where: readonly Fact[]): Fact[] {
  switch (alert.type) {
    case 'wallet.watching':
      return [...where, timeFact('Since', alert.since), countFact('From block', alert.fromBlock)];
    case 'entry.unreadable': {
      const { blockNumber, transactionHash, others } = alert.entry;
      const more = fact('Others', others === 0 ? [] : [`${countOf(others)} more of the same poll`]);
      return [...where, countFact('Block', blockNumber), fact('Transaction', [transactionHash]), more];
    }
    case 'balance.low':
    case 'balance.restored': {
      const { token, minimum } = alert.balance;
      return [
        fact('Balance', [wholeAmount(alert.balance, alert)]),
        fact('Floor', [groupThousands(minimum)]),
        fact('Contract', [checksummed(token.address)]),
        ...where,
      ];
    }
    case 'control.changed': {
      const { before, after, blockNumber, transactionHash } = alert.control;
      return [
        fact('Before', [withAddress(before, checksumAddress) ?? 'none']),
        fact('Now', [withAddress(after, checksumAddress) ?? 'none']),
        ...where,
        countFact('Block', blockNumber, transactionHash === null ? 'or one shortly before' : null),
        fact('Transaction', [transactionHash]),
      ];
    }
    case 'approval.granted':
    case 'approval.revoked':
      return approvalFacts(alert, where);
    case 'transfers.digest': {
      const { fromBlock, toBlock, hidden } = alert.digest;
      const range = `${countOf(fromBlock)} to ${countOf(toBlock)}`;
      const blocks = fromBlock === toBlock ? countFact('Block', toBlock) : fact('Blocks', [range], range);
      const more = hidden === 0 ? null : `${countOf(hidden)} more as spam; the History table has them`;
      return [...where, blocks, fact('Hidden', [more], more)];
    }
    default:
      return transferFacts(alert, where);
  }
}

function approvalFacts(alert: ApprovalAlert, where: readonly Fact[]): Fact[] {
  const { kind, token, spender, expires, blockTimestamp, blockNumber, transactionHash } = alert.approval;
  const allowed = alert.type === 'approval.revoked' ? 'none' : whatMayBeSpent(alert, emailStyle, fullLimits);
  const address = checksummed(spender.address);
  const contact = isMadeUp(alert) ? null : ownName(spender.contact);
  return [
    fact('Allowance', [allowed, kind === 'permit2' ? 'kept by Permit2' : null]),
    fact('Spender', [address ?? 'nobody', contact], address),
    ...tokenFacts(token, alert),
    timeFact('Expires', expires),
    ...where,
    timeFact('Time', blockTimestamp),
    countFact('Block', blockNumber),
    fact('Transaction', [transactionHash]),
  ];
}

function transferFacts(alert: OneTransfer, where: readonly Fact[]): Fact[] {
  const { transfer } = alert;
  const { token, from, to, amount, value, direction, blockTimestamp, transactionHash } = transfer;
  const worth = worthText(transfer);
  return [
    fact('Amount', [wholeAmount({ amount, value, token }, alert)]),
    fact('Worth', [worth], worth),
    ...tokenFacts(token, alert),
    fact('Token id', [transfer.tokenId]),
    fact('From', partyOf(from, alert)),
    fact('To', direction === 'self' ? ['itself'] : partyOf(to, alert)),
    ...where,
    blockTimestamp === null ? fact('Time', ['not known']) : timeFact('Time', blockTimestamp),
    countFact('Block', transfer.blockNumber),
    fact('Transaction', [transactionHash ?? 'not known: no transaction to or from the wallet moved it']),
  ];
}

/** Writes all digits of an amount for an email. Thousands are grouped if the result fits on a line. */
export function wholeAmount(moved: Parameters<typeof howMuch>[0], alert: WalletAlert): string {
  const { length } = moved.amount ?? moved.value;
  return howMuch(moved, alert, emailStyle, { ...fullLimits, amount: length > 64 ? 'plain' : 'grouped' });
}

/** The label comes last, so that no made-up label passes for our own words. */
function partyOf({ address, label, contact }: AlertTransfer['from'], alert: OneTransfer): (string | null)[] {
  const { transfer, verdict, wallet } = alert;
  const quoted = quotedLabel(label, emailStyle);
  const isClaimed = isUnverified(transfer.token, alert);
  const given = isClaimed ? null : contactName(contact, emailStyle);
  const called = given ?? (quoted && (isClaimed ? `says the token: ${quoted}` : quoted));
  if (address === null) return ['not known', called];
  if (address === zeroAddress)
    return [`${address} (${transfer.direction === 'in' ? 'newly minted' : 'burnt'})`, called];
  const whole = checksumAddress(address);
  const lookalike = lookalikeIn(alert);
  if (address === lookalike?.address) {
    // The address stands above in brackets, so that nobody can copy it.
    if (!lookalike.proven) return ['the first address above', called];
    // Exchanges and issuers need the address to stop the payment.
    const isPaid = alert.type === 'transfer.sent';
    return [isPaid ? `${whole} (the imitation above)` : 'the imitation above', called];
  }
  if (address === wallet.address)
    return [`${whole} (this wallet)`, wallet.label ? ownName(wallet.label) : called];
  if (isPoisoned(verdict)) return [`${whole} (an imitation, do not copy it)`, called];
  return [whole + (address === transfer.to.address ? noteOnReceiver(alert) : ''), called];
}

/** Says that the receiver is new; empty if the token's creator may have made the payment up. */
function noteOnReceiver(alert: OneTransfer): string {
  const isNew = alert.counterparty === 'new' && isToCheck(alert);
  return isNew ? ' (new: not in contacts, no earlier payment seen)' : '';
}

/** The receiver in full, for a payment that the owner should check; otherwise null. */
export function receiverToCheck(alert: TransferAlert | RevertedAlert): string | null {
  const { address } = alert.transfer.to;
  if (address === null || address === zeroAddress || !isToCheck(alert)) return null;
  return checksumAddress(address) + noteOnReceiver(alert);
}

function isToCheck(alert: OneTransfer): boolean {
  const { type, severity, transfer } = alert;
  return type === 'transfer.sent' && severity !== 'info' && !isUnverified(transfer.token, alert);
}

function tokenFacts(token: AlertToken, alert: WalletAlert): Fact[] {
  const name = (token.name && emailStyle.text(token.name)) || null;
  const address = checksummed(token.address);
  return [
    fact('Token', [name && withMark(name, name, token, alert)]),
    fact('Contract', [address, isUnverified(token, alert) ? 'unverified' : null], address),
  ];
}

function checksummed(address: Address | null): string | null {
  return address && checksumAddress(address);
}

function countFact(name: FactName, count: number | null, note: string | null = null): Fact {
  return count === null ? fact(name, []) : fact(name, [countOf(count), note], countOf(count));
}

/** The formatter is made once, because making it is slow. */
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `2 January 2026, 03:04:05 UTC`; in chats `2026-01-02 03:04:05 UTC`. */
function timeFact(name: FactName, iso: string | null): Fact {
  if (iso === null) return fact(name, []);
  const clock = iso.slice(11, 19);
  return fact(name, [`${days.format(new Date(iso))}, ${clock} UTC`], `${iso.slice(0, 10)} ${clock} UTC`);
}

function fact(name: FactName, values: readonly (string | null)[], inChat: string | null = null): Fact {
  return { name, values: values.filter((value) => value !== null), inChat };
}

/** A name that the owner gave. */
function ownName(text: string | null): string | null {
  return (text && emailStyle.ownText(text)) || null;
}
