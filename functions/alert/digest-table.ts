import type { AlertTransfer, DigestAlert, DigestTotal } from './alert.ts';
import { ways } from './digest-sentence.ts';
import { exactAmount } from './exact-amount.ts';
import { fitted } from './room.ts';
import { countOf } from './shown-amount.ts';
import { transferSentence } from './transfer-sentence.ts';
import { emailVoice } from './voice.ts';
import { lineLength, wrap } from './wrap.ts';

/**
 * The totals as a table, each to the last digit. The amount and the token's name stand last: no text of a token's
 * creator can begin a line, and none is cut. The contract tells tokens apart that took the same name.
 */
export function digestTable({ totals }: DigestAlert['digest']): string[] {
  return [
    row('Direction', 'Count', 'Contract', 'Verified', ['Amount']),
    ...totals.flatMap((total) => totalRow(total)),
  ].flat();
}

function totalRow(total: DigestTotal): string[] {
  const { token, direction, count } = total;
  return row(
    ways[direction],
    countOf(count),
    emailVoice.address(token.address),
    token.verified === null ? '' : token.verified ? 'yes' : 'no',
    exactAmount(total, amountLength),
  );
}

/** What the columns before it, as `row` writes them, leave of a line. */
const amountLength = lineLength - 44;

function row(
  direction: string,
  count: string,
  contract: string,
  verified: string,
  amount: string[],
): string[] {
  const start = `${direction.padEnd(9)}  ${count.padStart(6)}  ${contract.padEnd(13)}  ${verified.padEnd(8)}  `;
  return amount
    .flatMap((part) => wrap(part, amountLength))
    .map((text, i) => (i === 0 ? start : ' '.repeat(start.length)) + text);
}

/** The largest transfers, a sentence each with its link alone on the next line. */
export function largestLines({ digest, wallet }: DigestAlert): string[] {
  return digest.largest.flatMap((transfer: AlertTransfer) => [
    fitted(lineLength, (room) => transferSentence({ transfer, wallet }, emailVoice, room)),
    transfer.explorerUrl ?? transfer.transactionHash,
    '',
  ]);
}
