import { type Address, checksumAddress } from '../../chain/address.ts';
import { otherSide } from '../../spam/poisoning/evidence.ts';
import { alikeDigits, type Lookalike, readPair } from '../../spam/poisoning/find-lookalike.ts';
import type { RevertedAlert, TransferAlert, WalletAlert } from '../alert.ts';
import { issuerContact, issuerName } from './issuers.ts';
import type { TextLimits } from './limits.ts';
import { contactName, walletWithin } from './parts/names.ts';
import { isUnverified } from './parts/shown-reasons.ts';
import { emailStyle, paragraph, type TextStyle } from './style.ts';

type OneTransfer = TransferAlert | RevertedAlert;
type TypeAndTransfer = Pick<WalletAlert, 'type'> & Pick<OneTransfer, 'transfer'>;

export type NamedLookalike = Lookalike & { readonly contact: string | null };

type MayImitate = Pick<OneTransfer, 'transfer' | 'lookalike' | 'verdict'>;

export function lookalikeIn({ transfer, lookalike, verdict }: MayImitate): NamedLookalike | null {
  if (lookalike !== null) return { ...lookalike, proven: true };
  const address = otherSide(transfer);
  const pair = address === null ? null : readPair(address, verdict?.reasons ?? []);
  return pair && { ...pair, contact: null };
}

/** The lookalike that was paid, or null. Urgent: the issuer may be able to freeze the money for a few minutes. */
export function lookalikePaid(alert: WalletAlert): NamedLookalike | null {
  return alert.type === 'transfer.sent' ? lookalikeIn(alert) : null;
}

/** An unverified token can log any transfer that its creator likes. */
export function mayBeMadeUp(alert: OneTransfer): boolean {
  return isUnverified(alert.transfer.token, alert);
}

/** Null if the spam warning names the lookalike already. */
export function lookalikeToName(alert: Pick<WalletAlert, 'type'> & MayImitate): NamedLookalike | null {
  return alert.verdict?.spam && alert.type !== 'transfer.sent' ? null : lookalikeIn(alert);
}

/** `to 0xAb58(892f..)ec9B, which imitates Supplier`: shortened, so that nobody can copy the address. */
export function imitationClause(
  { address, imitates, proven, contact }: NamedLookalike,
  alert: TypeAndTransfer,
  style: TextStyle,
  limits: Pick<TextLimits, 'other' | 'hint' | 'wallet'>,
  advice = alert.type === 'transfer.sent' ? ': compare every digit' : '',
): string {
  const isIn = alert.transfer.direction === 'in';
  const way = isIn ? 'from' : 'to';
  const { first, second } = markDifferencesShort(address, imitates);
  const hasRoom = limits.other > 0;
  if (proven) {
    const copied = contactName(contact, style, limits.wallet);
    return hasRoom
      ? `${way} ${first}, which imitates ${copied ?? 'one you paid'}`
      : `${way} one that imitates ${copied ?? 'a payee'}`;
  }
  if (!hasRoom) {
    const pair = isIn ? 'from one of two look-alikes' : 'to one that looks like another';
    // A cancelled transfer's amount needs the room more than a word about earlier payments.
    return alert.type === 'transfer.reverted' ? pair : `${pair}; neither was paid${advice}`;
  }
  const another = limits.hint ? second : 'another';
  return `${way} ${first}, which looks like ${another}; neither was paid in a known token${advice}`;
}

/** Whether money surely went to an imitation. */
export function isPaidForSure(alert: WalletAlert): alert is TransferAlert {
  return alert.type === 'transfer.sent' && alert.severity === 'critical';
}

export const loudest = { whole: 'You may have paid a SCAMMER: ', short: 'SCAMMER? ' };

/** An issuer can still freeze the money within minutes; a chain's own coin has no issuer. */
export function callAtOnce({ transfer: { token }, wallet }: TransferAlert): string {
  return `. Call ${issuerName(token, wallet) ?? 'the police'} at once.`;
}

/** A sentence without the amount, which a hostile token can make too long. */
export function imitationInShort(alert: OneTransfer, lookalike: NamedLookalike, style: TextStyle): string {
  const cancelled = alert.type === 'transfer.reverted' ? 'Cancelled: ' : '';
  // Beside these longer words there is no room for advice.
  const [what, advice] = mayBeMadeUp(alert) ? ['an unverified token', ''] : ['money'];
  const moved = `${alert.transfer.direction === 'in' ? 'received' : 'sent'} ${what}`;
  const limits = { other: 0, hint: false, wallet: 16 };
  const clause = imitationClause(lookalike, alert, style, limits, advice);
  return `${cancelled}${walletWithin(alert.wallet, style, limits.wallet)} ${moved} ${clause}`;
}

/** An exchange can stop a withdrawal that is under way, and freeze a customer's deposit. */
export const othersToCall = 'any exchange that sent the money or receives it, and the police';

/** Lists the calls to make at once after a payment to a lookalike. */
export function callsToMake(alert: OneTransfer, lookalike: NamedLookalike, style: TextStyle): string[] {
  const issuer = issuerContact(alert.transfer.token, alert.wallet);
  const calls = [
    ...(issuer === null ? [] : [`Call ${issuer} and ask to freeze the receiver.`]),
    `Call ${othersToCall}. Give them this transaction, and the receiver's address.`,
    'Pay nothing more to this address.',
  ];
  return [
    `${ifMeant(lookalike, style)}${lookalike.proven ? '. Act' : ', act'} at once:`,
    ...calls.map((call, i) => `${i + 1}. ${call}`),
  ];
}

/** The blocks before the facts in an email about a payment to a lookalike. */
export function imitationBlocks(alert: OneTransfer, lookalike: NamedLookalike): string[][] {
  const { transfer } = alert;
  return [
    callsToMake(alert, lookalike, emailStyle).flatMap(paragraph),
    [transfer.explorerUrl ?? transfer.transactionHash ?? `in block ${transfer.blockNumber}`],
    bothAddresses(lookalike, transfer),
    [
      alikeLine(lookalike),
      ...(lookalike.proven ? [] : ['Until now neither was paid in a known token.']),
      'Take addresses from where you first got them, never from history.',
      'If you know the receiver and compared every digit, nothing is wrong: two addresses can be alike.',
      'An address in your contacts raises no such alarm: npx chainbell contacts add',
    ],
  ];
}

/** `If you meant to pay Supplier, this went to a thief` */
function ifMeant({ proven, contact }: NamedLookalike, style: TextStyle): string {
  if (!proven) return 'If the receiver is not exactly the address that you meant';
  return `If you meant to pay ${contactName(contact, style) ?? 'the address that you paid before'}, this went to a thief`;
}

export function fromImitationAdvice({ proven }: Lookalike): string[] {
  if (proven) {
    return [
      'The sender looks like an address that you paid, and is another one.',
      'Do not send anything to it unless you know whose it is, and never copy addresses from history.',
    ];
  }
  return [
    'The sender looks like another address, and neither was paid in a known token. Trust neither.',
    'Before you send anything to one, compare every digit, and never copy addresses from history.',
  ];
}

export function bothAddresses(
  { address, imitates, proven, contact, lastPaidAt }: NamedLookalike,
  { direction }: OneTransfer['transfer'],
): string[] {
  const { first, second } = markDifferences(address, imitates);
  const copied = contactName(contact, emailStyle);
  const paid = copied === null ? 'You paid before:' : `You paid before, ${copied}:`;
  const when = lastPaidAt === null ? '' : `, last on ${lastPaidAt.slice(0, 10)}`;
  const side = direction === 'in' ? 'The sender:' : 'The receiver:';
  return [side, first, proven ? paid : 'It looks like:', second + when];
}

/** Full addresses, differing digits in brackets: `0xAb58[01a7...aeD5]eC9B`. They can't be pasted as addresses. */
export function markDifferences(a: Address, b: Address) {
  return marked(a, b, (prefix, middle, suffix) => `0x${prefix}[${middle}]${suffix}`);
}

const shownAlike = 6;
const shownDifferent = 4;

/** For an SMS: at most 26 characters of basic GSM-7, `0xAb58(01a7..)eC9B`. */
export function markDifferencesShort(a: Address, b: Address) {
  return marked(a, b, (prefix, middle, suffix) => {
    const head = prefix.length > shownAlike ? `${prefix.slice(0, shownAlike)}..` : prefix;
    const tail = suffix.length > shownAlike ? `..${suffix.slice(-shownAlike)}` : suffix;
    const inside = middle.length > shownDifferent ? `${middle.slice(0, shownDifferent)}..` : middle;
    return `0x${head}(${inside})${tail}`;
  });
}

function marked(a: Address, b: Address, write: (prefix: string, middle: string, suffix: string) => string) {
  const { samePrefix, sameSuffix } = alikeDigits(a, b);
  const written = (address: Address) => {
    const digits = checksumAddress(address).slice(2);
    const end = Math.max(digits.length - sameSuffix, samePrefix);
    return write(digits.slice(0, samePrefix), digits.slice(samePrefix, end), digits.slice(end));
  };
  return { first: written(a), second: written(b) };
}

export function alikeLine({ samePrefix, sameSuffix }: Lookalike): string {
  return `The first ${samePrefix} and the last ${sameSuffix} digits are alike, those in brackets are not.`;
}
