import type { DigestAlert } from './alert.ts';
import { composeDigestAlert, type DigestNews } from './compose-digest.ts';

/**
 * Bytes of a digest's JSON as SNS gets it, a string inside JSON (quotes and backslashes escaped once more). Five copies
 * and the email fit in the 256 KB of a message; in the State table's outbox, which shares 400 KB, it is less.
 */
const mostBytes = 36 * 1024;

/**
 * Many transfers as one digest or, where its totals would pass the bound, several, in chain order. Every transfer is in
 * exactly one of them, so that counts and sums together are the truth: a list of totals that is cut would lose money
 * that moved. About a hundred tokens fit in one. The id of a part is the digest's with the part's number.
 */
export function composeDigestAlerts(news: DigestNews): DigestAlert[] {
  const digests = parts(news);
  if (digests.length === 1) return digests;
  return digests.map((digest, i) => ({ ...digest, id: `${news.id}-${i + 1}` }));
}

function parts(news: DigestNews): DigestAlert[] {
  const { transfers } = news;
  const whole = composeDigestAlert(news);
  if (transfers.length < 2 || bytesInMessage(whole) <= mostBytes) return [whole];
  const middle = Math.ceil(transfers.length / 2);
  return [
    ...parts({ ...news, transfers: transfers.slice(0, middle) }),
    // The hidden ones are counted once.
    ...parts({ ...news, transfers: transfers.slice(middle), hidden: 0 }),
  ];
}

function bytesInMessage(alert: DigestAlert): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(alert)));
}
