import type {
  Alert,
  DigestAlert,
  RevertedAlert,
  SummaryAlert,
  TransferAlert,
  WalletAlert,
} from '../../alert/alert.ts';
import { adviceOf } from '../../alert/text/advice.ts';
import { controlAddress, isRelief } from '../../alert/text/control-texts.ts';
import { digestRest, digestSums, strongestFirst } from '../../alert/text/digest-sentence.ts';
import { pageOf } from '../../alert/text/explorer-page.ts';
import { factsOf, receiverToCheck } from '../../alert/text/facts.ts';
import {
  callsToMake,
  lookalikePaid,
  mayBeMadeUp,
  type NamedLookalike,
} from '../../alert/text/imitation-texts.ts';
import { fullLimits } from '../../alert/text/limits.ts';
import { asShown, shownReasons } from '../../alert/text/parts/shown-reasons.ts';
import { poisoningAdvice } from '../../alert/text/poisoning-texts.ts';
import { sentence } from '../../alert/text/sentence.ts';
import { chatStyle, type FactName } from '../../alert/text/style.ts';
import { summaryLines } from '../../alert/text/summary-texts.ts';
import { withOthers } from '../../alert/text/transfer-sentence.ts';
import { checksumAddress } from '../../chain/address.ts';
import { defaultStack, withStackNote } from '../../text/phrases.ts';
import type { ChatMessage, Tone } from './service.ts';

/** A phone shows three lines, which the longest amounts need. */
const headlineLength = 280;
/** Maximum sums of a digest. */
const sumsShown = 8;

/** Characters of each text by others, so that five problems fit into Slack and Discord. */
const summaryRoom = 200;

/** Single characters that are emoji without a variation selector. */
const marks = { in: '🟢', out: '🔵', warning: '🟠', danger: '🚨', undone: '❌', well: '👀' } as const;

/** A message with commands names their stack, unless it is the default stack. */
export function alertMessage(published: Alert, stackName = defaultStack): ChatMessage {
  const alert = asShown(published);
  const message = alert.type === 'summary' ? summaryChat(alert) : walletChat(alert);
  const { headline, lines } = message;
  if (![headline, ...lines].some((line) => line.includes('npx chainbell'))) return message;
  return { ...message, lines: withStackNote(lines.join('\n'), stackName).split('\n') };
}

function walletChat(alert: WalletAlert): ChatMessage {
  const tone = toneOf(alert);
  const link = alert.type === 'wallet.watching' ? null : pageOf(alert);
  return { headline: `${marks[tone]} ${headlineOf(alert)}`, lines: linesOf(alert), link, tone };
}

function summaryChat(alert: SummaryAlert): ChatMessage {
  const tone = alert.summary.problems.length === 0 ? 'well' : 'danger';
  const [headline = '', ...lines] = summaryLines(alert, chatStyle, summaryRoom);
  return { headline: `${marks[tone]} ${headline}`, lines, link: null, tone };
}

function headlineOf(alert: WalletAlert): string {
  // The lines say what to do about an approval, and how much of a digest is hidden.
  const limits = 'approval' in alert ? { hint: false } : {};
  const shown = 'digest' in alert ? { ...alert, digest: { ...alert.digest, hidden: 0 } } : alert;
  if (alert.type !== 'transfer.reverted')
    return sentence(shown, chatStyle, headlineLength, 'with reason', limits);
  const { reverts, ...takenBack } = alert;
  const standing = { ...takenBack, type: 'transfer.received' } as const;
  const transfer = sentence(standing, chatStyle, headlineLength, 'with reason');
  return `Cancelled by the network (reverted)${withOthers(alert)}: ${transfer}`;
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
  const facts = (...names: readonly FactName[]) =>
    factsOf(alert)
      .filter(({ name, inChat }) => names.includes(name) && inChat !== null)
      .map(({ name, inChat }) => `${name}: ${inChat}`);
  switch (alert.type) {
    case 'entry.unreadable':
      return [
        ...adviceLine(alert),
        `Why: ${alert.entry.reason}`,
        ...line('Hash', alert.entry.transactionHash),
      ];
    case 'wallet.watching':
    case 'balance.low':
    case 'balance.restored':
      return [...adviceLine(alert), ...facts('Wallet')];
    case 'control.changed':
      return [...adviceLine(alert), ...line('Address', controlAddress(alert.control)), ...facts('Wallet')];
    case 'approval.granted':
    case 'approval.revoked':
      return [...adviceLine(alert), ...facts('Spender', 'Contract', 'Expires', 'Time')];
    case 'wallet.poisoning':
      return [...poisoningAdvice(alert, chatStyle), ...facts('Time')];
    case 'transfers.digest':
      return [...digestLines(alert), ...facts('Block', 'Blocks', 'Hidden')];
    default: {
      // The contract of a verified token is beyond doubt.
      const contract = alert.transfer.token.verified === true ? [] : facts('Contract');
      return [...transferLines(alert), ...facts('Worth'), ...contract, ...facts('Time')];
    }
  }
}

function transferLines(alert: TransferAlert | RevertedAlert): string[] {
  const { verdict } = alert;
  const lookalike = lookalikePaid(alert);
  const reasons = verdict?.spam ? shownReasons(verdict, chatStyle).slice(1, 4) : [];
  return [
    ...(lookalike !== null
      ? paymentLines(alert, lookalike)
      : [...adviceLine(alert), ...line('Receiver', receiverToCheck(alert))]),
    ...reasons.map((reason) => `Also: ${reason}`),
  ];
}

function paymentLines(alert: TransferAlert | RevertedAlert, lookalike: NamedLookalike): string[] {
  return [
    ...(mayBeMadeUp(alert) ? adviceLine(alert) : []),
    ...callsToMake(alert, lookalike, chatStyle),
    ...line('Receiver', lookalike.proven ? checksumAddress(lookalike.address) : null),
  ];
}

function digestLines(alert: DigestAlert): string[] {
  const limits = { ...fullLimits, totals: sumsShown, amount: 'short' } as const;
  const totals = strongestFirst(alert);
  // The headline has a single sum.
  const [first, ...others] = alert.digest.totals;
  const sums =
    first === undefined || others.length === 0
      ? []
      : digestSums(totals, alert, chatStyle, limits).map((text) => `${sumOf[first.direction]}: ${text}`);
  return [...sums, ...adviceLine(alert), ...line('Beside these', digestRest(totals, limits) || null)];
}

const sumOf = { in: 'Received', out: 'Sent', self: 'To itself' };

function adviceLine(alert: WalletAlert): string[] {
  const advice = adviceOf(alert);
  return advice.length === 0 ? [] : [advice.join(' ')];
}

function line(name: string, text: string | null): string[] {
  return text === null ? [] : [`${name}: ${text}`];
}
