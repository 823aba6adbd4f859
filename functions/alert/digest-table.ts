import type { AlertTransfer, DigestAlert, DigestTotal } from './alert.ts';
import { transferCount, verifiedFirst } from './digest-sentence.ts';
import { tokenName } from './names.ts';
import { fitted } from './room.ts';
import { amountForms } from './shown-amount.ts';
import { transferSentence } from './transfer-sentence.ts';
import { emailVoice } from './voice.ts';
import { lineLength, paragraph, setIn } from './wrap.ts';

/**
 * The totals, a line each and each to the last digit, the token's name first. The dash before it is ours: no text of a
 * token's creator begins a line, and none is cut. The contract tells tokens apart that took the same name.
 */
export function digestTable({ totals }: DigestAlert['digest']): string[] {
  return ['Sums:', ...verifiedFirst(totals).flatMap((total) => paragraph(row(total)))];
}

const moved = { in: 'received', out: 'sent', self: 'sent to itself' };

/** `- USDC received: 25,001 in 2 transfers (contract 0xA0b8...eB48, verified)` */
function row(total: DigestTotal): string {
  const { token, direction, amount, value } = total;
  const { grouped, plain } = amountForms(amount ?? value);
  const number = grouped.length <= lineLength - setIn.length ? grouped : plain;
  const units = amount === null ? ' units' : '';
  const verified = token.verified === null ? '' : token.verified ? ', verified' : ', not verified';
  return [
    `- ${tokenName(token, emailVoice)} ${moved[direction]}: ${number}${units} in ${transferCount(total)}`,
    `(contract ${emailVoice.address(token.address)}${verified})`,
  ].join(' ');
}

/** The largest transfers, a sentence each with its link alone on the next line. */
export function largestLines({ digest, wallet }: DigestAlert): string[] {
  return digest.largest.flatMap((transfer: AlertTransfer) => [
    fitted(lineLength, (room) => transferSentence({ transfer, wallet }, emailVoice, room)),
    transfer.explorerUrl ?? transfer.transactionHash,
    '',
  ]);
}
