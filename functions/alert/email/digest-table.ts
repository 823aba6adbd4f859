import { checksumAddress } from '../../chain/address.ts';
import type { DigestAlert, DigestTotal } from '../alert.ts';
import { strongestFirst } from '../text/digest-sentence.ts';
import { wholeAmount } from '../text/facts.ts';
import { fitted } from '../text/limits.ts';
import { counted } from '../text/parts/shown-amount.ts';
import { emailStyle, lineLength, paragraph, remembering } from '../text/style.ts';
import { transferSentence } from '../text/transfer-sentence.ts';

/** The sums, the largest transfers, and where to find all of them. */
export function digestBlocks(alert: DigestAlert): string[][] {
  return [
    digestTable(alert),
    ['The largest (first what is surely worth money, then tokens that your row trusts):'],
    ...largestTransfers(alert),
    whereAllAre(alert),
  ];
}

/** Maximum sums: a storm may bring hundreds of made-up tokens, which stand last. */
const maxRows = 100;

/** Exact totals, those of most worth first. Our dash begins each line, so that no stranger's text does. */
function digestTable(alert: DigestAlert): string[] {
  const totals = strongestFirst(alert);
  const rows = totals.slice(0, maxRows).flatMap((total) => paragraph(row(total, alert)));
  const more = totals.slice(maxRows);
  const count = more.reduce((sum, one) => sum + one.count, 0);
  const leftOut = `- ${counted(more.length, 'more sum')}, of ${counted(count, 'transfer')}`;
  return ['Sums:', ...rows, ...(more.length === 0 ? [] : [leftOut])];
}

/** `- 25,001 USDC in 2 transfers (contract 0xA0b8...eB48, verified)` */
function row(total: DigestTotal, alert: DigestAlert): string {
  const { token, count } = total;
  const verified = token.verified ? ', verified' : '';
  const contract = token.address && ` (contract ${emailStyle.address(token.address)}${verified})`;
  return `- ${wholeAmount(total, alert)} in ${counted(count, 'transfer')}${contract ?? ''}`;
}

/** Each link on its own line, and each receiver's address once in full: readers ask where the money went. */
function largestTransfers(alert: DigestAlert): string[][] {
  const named = new Set<string>();
  const style = remembering(emailStyle);
  return alert.digest.largest.map((transfer) => {
    const { direction, to, explorerUrl, transactionHash, blockNumber } = transfer;
    const receiver = direction === 'out' && to.address !== null ? checksumAddress(to.address) : null;
    const isNew = receiver !== null && !named.has(receiver);
    if (isNew) named.add(receiver);
    return [
      fitted(lineLength, (limits) => transferSentence(transfer, alert, style, limits)),
      ...(isNew ? [receiver] : []),
      explorerUrl ?? transactionHash ?? `in block ${blockNumber}`,
    ];
  });
}

function whereAllAre({ digest }: DigestAlert): string[] {
  if (digest.count <= digest.largest.length) return [];
  return [
    `All ${counted(digest.count, 'transfer')}, with sender and receiver, are in the History table (DynamoDB).`,
  ];
}
