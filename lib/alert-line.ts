import type {
  Alert,
  AlertTransfer,
  ApprovalAlert,
  DigestAlert,
  RevertedAlert,
  TransferAlert,
  WalletAlert,
} from '../functions/alert/alert.ts';
import { spenderName, whatMayBeSpent } from '../functions/alert/text/approval-texts.ts';
import { controlSentence } from '../functions/alert/text/control-texts.ts';
import { digestRest, digestSums, strongestFirst } from '../functions/alert/text/digest-sentence.ts';
import { lookalikeToName, type NamedLookalike } from '../functions/alert/text/imitation-texts.ts';
import { fullLimits } from '../functions/alert/text/limits.ts';
import { chainName, howMuch, longAgo, walletName } from '../functions/alert/text/parts/names.ts';
import { counted, countOf, writeAmount } from '../functions/alert/text/parts/shown-amount.ts';
import { lookalikeOf, poisoningPair } from '../functions/alert/text/poisoning-texts.ts';
import { fromWhen } from '../functions/alert/text/sentence.ts';
import { terminalStyle } from '../functions/alert/text/style.ts';
import { summarySentence } from '../functions/alert/text/summary-texts.ts';
import { fromOrTo } from '../functions/alert/text/transfer-sentence.ts';

/** One line of a terminal, without colours. */
export function alertLine(alert: Alert): string {
  if (alert.type === 'summary') return columns('summary', summarySentence(alert));
  const wallet = walletName(alert.wallet, terminalStyle);
  const { blockTimestamp = null } =
    'transfer' in alert ? alert.transfer : 'approval' in alert ? alert.approval : {};
  const chain = `on ${chainName(alert.wallet)}${longAgo(blockTimestamp, alert, fullLimits)}`;
  switch (alert.type) {
    case 'wallet.watching':
      return columns('watching', wallet, chain, fromWhen(alert.fromBlock));
    case 'entry.unreadable': {
      const { transactionHash, blockNumber, reason } = alert.entry;
      const block = blockNumber === null ? '' : `in block ${countOf(blockNumber)}`;
      return columns('unreadable', wallet, chain, transactionHash ?? block, reason, andOthers(alert.entry));
    }
    case 'balance.low':
    case 'balance.restored': {
      const { minimum } = alert.balance;
      const [word, than] = alert.type === 'balance.low' ? ['low', 'less than'] : ['restored', 'at least'];
      const has = howMuch(alert.balance, alert, terminalStyle, fullLimits);
      return columns(word, has, `${than} ${writeAmount(minimum, 'grouped')}`, wallet, chain);
    }
    case 'control.changed':
      return columns('control', controlSentence(alert, terminalStyle, { ...fullLimits, hint: false }));
    case 'approval.granted':
    case 'approval.revoked':
      return columns(approval(alert), wallet, chain, mark(alert));
    case 'wallet.poisoning':
      return columns('poisoning', poisoningPair(lookalikeOf(alert)), andOthers(alert), wallet, chain);
    case 'transfers.digest':
      return columns('digest', ...sums(alert), wallet, chain, largest(alert));
    case 'transfer.reverted':
      return columns('cancelled', moved(alert, wallet), chain, mark(alert));
    case 'transfer.received':
    case 'transfer.sent':
    case 'transfer.self':
      return columns(moved(alert, wallet), chain, mark(alert));
  }
}

function approval(alert: ApprovalAlert): string {
  const spender = spenderName(alert, terminalStyle);
  const what = whatMayBeSpent(alert, terminalStyle, fullLimits);
  const [word, way] = alert.type === 'approval.granted' ? ['approved', 'to'] : ['revoked', 'from'];
  return columns(word, what, spender === null ? '' : `${way} ${spender}`);
}

function columns(...texts: string[]): string {
  return texts.filter((text) => text !== '').join('  ');
}

function moved(alert: TransferAlert | RevertedAlert, wallet: string): string {
  const { transfer } = alert;
  const { direction } = transfer;
  const lookalike = lookalikeToName(alert);
  const other = lookalike === null ? otherText(transfer, alert) : otherOf(lookalike, direction);
  return columns(direction.padEnd(4), howMuch(transfer, alert, terminalStyle, fullLimits), wallet, other);
}

function otherOf(lookalike: NamedLookalike, direction: AlertTransfer['direction']): string {
  const way = direction === 'in' ? 'from' : 'to';
  const pair = poisoningPair(lookalike);
  return lookalike.proven ? `${way} ${pair}, which you paid` : `${way} the first of two: ${pair}`;
}

function andOthers({ others }: { readonly others: number }): string {
  return others === 0 ? '' : `and ${countOf(others)} more`;
}

/** `in 105 USDC (12)` and further sums, as many as fit a line. */
function sums(alert: DigestAlert): string[] {
  const { digest } = alert;
  const count = counted(digest.count, 'transfer');
  const [first, ...more] = digest.totals;
  if (first === undefined) return [count];
  if (more.length === 0)
    return [count, `${first.direction} ${howMuch(first, alert, terminalStyle, fullLimits)}`];
  const strongest = strongestFirst(alert);
  const shown = digestSums(strongest, alert, terminalStyle, fullLimits);
  const texts = shown.map((text) => `${first.direction} ${text}`);
  const rest = digestRest(strongest, fullLimits);
  return [count, ...texts, rest === '' ? '' : `and ${rest}`];
}

function largest(alert: DigestAlert): string {
  const [first] = alert.digest.largest;
  if (first === undefined) return '';
  const what = `largest: ${first.direction} ${howMuch(first, alert, terminalStyle, fullLimits)}`;
  return [what, otherText(first, alert)].join(' ').trimEnd();
}

function otherText(transfer: AlertTransfer, alert: WalletAlert): string {
  return fromOrTo(transfer, alert, terminalStyle, { other: 100 }).join(' ');
}

function mark({ verdict }: Pick<TransferAlert, 'verdict'>): string {
  return verdict?.spam ? '(likely spam)' : '';
}
