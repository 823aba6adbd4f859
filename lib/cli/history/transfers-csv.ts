import { withMark } from '../../../functions/alert/text/parts/names.ts';
import { isUnverified } from '../../../functions/alert/text/parts/shown-reasons.ts';
import { terminalStyle } from '../../../functions/alert/text/style.ts';
import { checksumAddress } from '../../../functions/chain/address.ts';
import { sureConfidence } from '../../../functions/spam/rough-worth.ts';
import { writeCsv } from '../bulk/csv.ts';
import type { StoredEntry } from './entries.ts';

const columns = [
  'date',
  'wallet',
  'chain',
  'direction',
  'amount',
  'token',
  'contract',
  'usd',
  'counterparty',
  'counterpartyAddress',
  'transaction',
  'walletAddress',
  'severity',
  'type',
  'id',
] as const;

/** For bookkeeping: without transfers that were reverted. @param whyOf fills a last column; null: there is none */
export function transfersCsv(
  entries: readonly StoredEntry[],
  whyOf: ((entry: StoredEntry) => string) | null,
): string {
  const more = <T>(cell: T) => (whyOf === null ? [] : [cell]);
  const reverted = new Set(entries.map(({ alert }) => ('reverts' in alert ? alert.reverts : null)));
  const rows = entries.flatMap((entry) => {
    const { alert } = entry;
    // Warnings are left out: a warning's transfer has a row of its own.
    const isOwn = 'transfer' in alert && alert.type !== 'wallet.poisoning';
    if (!isOwn || 'reverts' in alert || reverted.has(alert.id)) return [];
    const record = recordOf(alert);
    return [[...columns.map((name) => record[name]), ...more(whyOf?.(entry) ?? '')]];
  });
  return writeCsv([...columns, ...more('why')], rows);
}

/** A made-up token may name any sender: the token's name is marked, and the other side is shown by address only. */
function recordOf(alert: Extract<StoredEntry['alert'], { transfer: unknown }>) {
  const { transfer, wallet, detectedAt, lookalike } = alert;
  const { direction, token, from, to } = transfer;
  const isMadeUp = isUnverified(token, alert);
  const marks = `${isMadeUp ? ' (unverified)' : ''}${transfer.amount === null ? ' (smallest units)' : ''}`;
  const shown = token.symbol && terminalStyle.creatorText(token.symbol);
  const symbol = shown && token.symbol && withMark(shown, token.symbol, token, alert);
  const other = direction === 'in' ? from : to;
  return {
    // Spreadsheets take a T, a Z or milliseconds for text.
    date: (transfer.blockTimestamp ?? detectedAt).slice(0, 19).replace('T', ' '),
    wallet: wallet.label ?? checksumAddress(wallet.address),
    chain: wallet.chain,
    direction,
    // Without decimals the amount is in base units, and the token's column says so.
    amount: transfer.amount ?? transfer.value,
    token: `${symbol ?? ''}${transfer.tokenId ? ` #${transfer.tokenId}` : ''}${marks}`.trim(),
    contract: token.address === null ? '' : checksumAddress(token.address),
    usd: transfer.usd && transfer.usd.confidence >= sureConfidence ? transfer.usd.amount : '',
    counterparty: lookalike
      ? `(imitates ${lookalike.contact ?? checksumAddress(lookalike.imitates)})`
      : ((isMadeUp ? null : (other.contact ?? (other.label && terminalStyle.creatorText(other.label)))) ??
        ''),
    counterpartyAddress: other.address === null ? '' : checksumAddress(other.address),
    transaction: transfer.transactionHash ?? '',
    walletAddress: checksumAddress(wallet.address),
    severity: alert.severity,
    type: alert.type,
    id: alert.id,
  };
}

/** The time of the transfer, else of the alert. */
export function timeOfEntry({ alert }: StoredEntry): string {
  return ('transfer' in alert ? alert.transfer.blockTimestamp : null) ?? alert.detectedAt;
}
