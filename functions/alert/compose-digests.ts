import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import type { DigestAlert } from './alert.ts';
import { digestAlertId } from './alert-id.ts';
import { composeDigestAlert, type DigestNews } from './compose-digest.ts';

/**
 * Bytes of a digest's JSON as SNS gets it, a string inside JSON (quotes and backslashes escaped once more). Five copies
 * and the email fit in the 256 KB of a message; in the State table's outbox, which shares 400 KB, it is less.
 */
const mostBytes = 36 * 1024;

/** What the digests of one poll are made of. */
export interface DigestsNews extends Pick<DigestNews, 'watch' | 'hidden' | 'detectedAt'> {
  /** Those to tell, one at least, in chain order, each with its key. */
  readonly transfers: readonly { readonly key: string; readonly transfer: DescribedTransfer }[];
}

/**
 * Many transfers as one digest or, where its totals would pass the bound, several, in chain order. Every transfer is in
 * exactly one of them, so that counts and sums together are the truth: a list of totals that is cut would lose money
 * that moved. About a hundred tokens fit in one.
 */
export function composeDigestAlerts(news: DigestsNews): DigestAlert[] {
  const { watch, transfers, hidden, detectedAt } = news;
  const whole = composeDigestAlert({
    watch,
    transfers: transfers.map(({ transfer }) => transfer),
    hidden,
    id: digestAlertId(
      watch.chain.id,
      watch.wallet,
      transfers.map(({ key }) => key),
    ),
    detectedAt,
  });
  if (transfers.length < 2 || bytesInMessage(whole) <= mostBytes) return [whole];
  const middle = Math.ceil(transfers.length / 2);
  return [
    ...composeDigestAlerts({ ...news, transfers: transfers.slice(0, middle) }),
    // The hidden ones are counted once.
    ...composeDigestAlerts({ ...news, transfers: transfers.slice(middle), hidden: 0 }),
  ];
}

function bytesInMessage(alert: DigestAlert): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(alert)));
}
