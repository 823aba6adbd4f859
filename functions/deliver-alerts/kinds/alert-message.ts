import type {
  Alert,
  AlertTransfer,
  ApprovalAlert,
  ControlAlert,
  DigestAlert,
  PoisoningAlert,
  RevertedAlert,
  SummaryAlert,
  TransferAlert,
  UnreadableAlert,
  WalletAlert,
} from '../../alert/alert.ts';
import { pageOf } from '../../alert/page-of.ts';
import { asShown } from '../../alert/sns-message.ts';
import { approvalAdvice } from '../../alert/text/approval-texts.ts';
import { balanceAdvice } from '../../alert/text/balance-texts.ts';
import { controlAddress, controlAdvice, isRelief } from '../../alert/text/control-texts.ts';
import { digestRest, digestSums, publishedTotals } from '../../alert/text/digest-sentence.ts';
import { ifNobodySent } from '../../alert/text/if-nobody-sent.ts';
import {
  lookalikePaid,
  mayBeMadeUp,
  type NamedLookalike,
  othersToCall,
} from '../../alert/text/imitation-texts.ts';
import { issuerContact } from '../../alert/text/issuers.ts';
import { fullLimits } from '../../alert/text/limits.ts';
import { contactName, howMuch } from '../../alert/text/parts/names.ts';
import { countOf, worthText } from '../../alert/text/parts/shown-amount.ts';
import { shownReasons } from '../../alert/text/parts/shown-reasons.ts';
import { ifThatWasSent, lookalikeOf, mayBePaid } from '../../alert/text/poisoning-texts.ts';
import { receiverLine } from '../../alert/text/receiver.ts';
import { sentence } from '../../alert/text/sentence.ts';
import { summaryLines } from '../../alert/text/summary-texts.ts';
import { checksumAddress } from '../../chain/address.ts';
import { chatStyle } from './inert-text.ts';
import type { ChatMessage, Tone } from './service.ts';

/** A phone shows three lines; the longest amounts need them all. */
const headlineLength = 280;
/** Sums of a digest that stand under each other. */
const sumsShown = 8;

/** Five problems and three wallets with it are less than Slack and Discord take. */
const summaryRoom = 200;

/** Each a single character that is an emoji without a variation selector. */
const marks = { in: '🟢', out: '🔵', warning: '🟠', danger: '🚨', undone: '❌', well: '👀' } as const;

export function alertMessage(published: Alert): ChatMessage {
  const alert = asShown(published);
  if (alert.type === 'summary') return summaryMessage(alert);
  const tone = toneOf(alert);
  return {
    headline: `${marks[tone]} ${headlineOf(alert)}`,
    lines: linesOf(alert),
    link: alert.type === 'wallet.watching' ? null : pageOf(alert),
    tone,
  };
}

function summaryMessage(alert: SummaryAlert): ChatMessage {
  const tone = alert.summary.problems.length === 0 ? 'well' : 'danger';
  const [headline = '', ...lines] = summaryLines(alert, chatStyle, summaryRoom);
  return { headline: `${marks[tone]} ${headline}`, lines, link: null, tone };
}

function headlineOf(alert: WalletAlert): string {
  if (alert.type !== 'transfer.reverted') return sentence(alert, chatStyle, headlineLength, 'with reason');
  const { reverts, ...takenBack } = alert;
  const standing = { ...takenBack, type: 'transfer.received' } as const;
  const transfer = sentence(standing, chatStyle, headlineLength, 'with reason');
  return `Cancelled by the network (reverted): ${transfer}`;
}

/** The colour goes by severity; `info` has that of its direction, spam none. */
function toneOf(alert: WalletAlert): Tone {
  if (alert.type === 'transfer.reverted') return 'undone';
  if (alert.type === 'control.changed' && isRelief(alert.control)) return 'well';
  if (alert.severity === 'critical') return 'danger';
  if (alert.severity === 'warning') return 'warning';
  if (alert.verdict?.spam) return 'well';
  const [moved] =
    'transfer' in alert ? [alert.transfer] : alert.type === 'transfers.digest' ? alert.digest.totals : [];
  if (moved === undefined) return 'well';
  return moved.direction === 'in' ? 'in' : 'out';
}

function linesOf(alert: WalletAlert): string[] {
  switch (alert.type) {
    case 'wallet.watching':
      return [`Wallet: ${checksumAddress(alert.wallet.address)}`];
    case 'entry.unreadable':
      return unreadableLines(alert);
    case 'balance.low':
    case 'balance.restored':
      return [balanceAdvice(alert).join(' '), `Wallet: ${checksumAddress(alert.wallet.address)}`];
    case 'control.changed':
      return controlLines(alert);
    case 'approval.granted':
    case 'approval.revoked':
      return approvalLines(alert);
    case 'wallet.poisoning':
      return poisoningLines(alert);
    case 'transfers.digest':
      return digestLines(alert);
    case 'transfer.reverted':
      return ['Do not count on it. If it comes back, you get a new message.', ...transferLines(alert)];
    case 'transfer.received':
    case 'transfer.sent':
    case 'transfer.self': {
      const receiver = lookalikePaid(alert);
      return receiver === null ? transferLines(alert) : paymentLines(alert, receiver);
    }
  }
}

function paymentLines(alert: TransferAlert, { address, proven, contact }: NamedLookalike): string[] {
  const { transfer, wallet } = alert;
  const doubt = mayBeMadeUp(alert) ? adviceLine([transfer], alert) : [];
  const meant = contactName(contact, chatStyle) ?? 'the address that you paid before';
  const condition = proven
    ? `If you meant to pay ${meant}, this went to a thief`
    : 'If the receiver is not exactly the address that you meant, this may have gone to a thief';
  const issuer = issuerContact(transfer.token, wallet);
  const first = issuer === null ? '' : `${issuer} at once and ask to freeze the receiver. Then call `;
  return [
    ...doubt,
    `${condition}: call ${first}${othersToCall}.`,
    ...(proven ? [`Receiver: ${checksumAddress(address)}`] : []),
    ...transferLines(alert),
  ];
}

function transferLines(alert: TransferAlert | RevertedAlert): string[] {
  const { transfer, verdict } = alert;
  const { token, blockTimestamp } = transfer;
  const reasons = verdict?.spam ? shownReasons(verdict, chatStyle).slice(1, 4) : [];
  const worth = worthText(transfer);
  return [
    ...(lookalikePaid(alert) !== null || alert.type === 'transfer.reverted'
      ? []
      : [...adviceLine([transfer], alert), ...receiverLine(alert)]),
    ...reasons.map((reason) => `Also: ${reason}`),
    ...(worth === null ? [] : [`Worth: ${worth}`]),
    ...(token.verified === true || token.address === null
      ? []
      : [`Contract: ${checksumAddress(token.address)}`]),
    ...timeLine(blockTimestamp),
  ];
}

function poisoningLines(alert: PoisoningAlert): string[] {
  const { transfer, wallet } = alert;
  const { address, proven } = lookalikeOf(alert);
  const end = address.slice(-4);
  return [
    proven
      ? `The imitation ends in ${end} too. Never copy addresses from history.`
      : `Both end in ${end}. Trust neither: compare every digit, and never copy addresses from history.`,
    `Wallet: ${(wallet.label && chatStyle.text(wallet.label)) || chatStyle.address(wallet.address)}`,
    `It came with: ${howMuch(transfer, alert, chatStyle, { ...fullLimits, amount: 'short' })}`,
    ...(mayBePaid(alert)
      ? [ifThatWasSent(alert), ...adviceLine([transfer], alert)]
      : [
          `Nothing is lost by this yet: only a payment to the ${proven ? 'imitation' : 'wrong one'} would be.`,
        ]),
    ...timeLine(transfer.blockTimestamp),
  ];
}

function approvalLines(alert: ApprovalAlert): string[] {
  const { spender, token, expires, blockTimestamp } = alert.approval;
  return [
    approvalAdvice(alert).join(' '),
    ...(spender.address === null ? [] : [`Spender: ${checksumAddress(spender.address)}`]),
    ...(token.address === null ? [] : [`Contract: ${checksumAddress(token.address)}`]),
    ...timeLine(expires, 'Expires'),
    ...timeLine(blockTimestamp),
  ];
}

function unreadableLines({ entry }: UnreadableAlert): string[] {
  const { reason, transactionHash } = entry;
  return [
    `Why: ${reason}`,
    'Nothing else is held up by it; once it can be read, it is reported like any other transfer.',
    ...(transactionHash === null ? [] : [`Hash: ${transactionHash}`]),
  ];
}

function controlLines(alert: ControlAlert): string[] {
  const address = controlAddress(alert.control);
  return [
    controlAdvice(alert)
      .map((line) => line.trim())
      .join(' '),
    ...(address === null ? [] : [`Address: ${address}`]),
    `Wallet: ${checksumAddress(alert.wallet.address)}`,
  ];
}

function digestLines(alert: DigestAlert): string[] {
  const limits = { ...fullLimits, totals: sumsShown, amount: 'short' } as const;
  const totals = publishedTotals(alert, chatStyle);
  const rest = digestRest(totals, limits);
  const { fromBlock, toBlock, hidden } = alert.digest;
  return [
    ...digestSums(totals, alert, chatStyle, limits).map(
      ({ direction, text }) => `${sumOf[direction]}: ${text}`,
    ),
    ...adviceLine(alert.digest.totals, alert),
    ...(rest === '' ? [] : [`Beside these: ${rest}`]),
    ...(hidden === 0 ? [] : [`Hidden as spam: ${countOf(hidden)}`]),
    fromBlock === toBlock
      ? `Block: ${countOf(toBlock)}`
      : `Blocks: ${countOf(fromBlock)} to ${countOf(toBlock)}`,
  ];
}

/** One line: the email's lines are for 72 columns. */
function adviceLine(...moved: Parameters<typeof ifNobodySent>): string[] {
  const lines = ifNobodySent(...moved).filter((line) => line !== '');
  if (lines.length === 0) return [];
  // Behind a colon the line goes on in lower case.
  const joined = lines.map((line, i) =>
    lines[i - 1]?.endsWith(':') ? line.charAt(0).toLowerCase() + line.slice(1) : line,
  );
  return [joined.join(' ')];
}

const sumOf = { in: 'Received', out: 'Sent', self: 'To itself' };

function timeLine(iso: AlertTransfer['blockTimestamp'], name = 'Time'): string[] {
  return iso === null ? [] : [`${name}: ${iso.slice(0, 19).replace('T', ' ')} UTC`];
}
