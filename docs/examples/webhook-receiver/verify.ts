import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Five minutes, as Standard Webhooks says. Chainbell signs each try anew, so a late try is not refused as old. */
const toleranceMs = 5 * 60_000;

export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  /** The received bytes: JSON that was parsed and written again has another signature. */
  readonly body: Buffer;
}

/**
 * Returns the message's id, or null if its signature or its time is wrong. The libraries of https://www.standardwebhooks.com do
 * the same: this code is for reading, and for languages without a library.
 * @param secrets `whsec_…`: two while you change them, as destinations.md says
 */
export function verifiedId(
  { headers, body }: SignedRequest,
  secrets: readonly string[],
  now: number,
): string | null {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return null;
  // Only digits: Number() also accepts texts such as 1e9.
  if (!/^\d{1,12}$/.test(timestamp)) return null;
  // In both directions: a request signed for tomorrow could be replayed until then.
  if (Math.abs(now - Number(timestamp) * 1000) > toleranceMs) return null;

  const given = signatures
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [Buffer.from(one.slice('v1,'.length), 'base64')] : []));
  const expected = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest(),
  );
  return expected.some((right) => given.some((one) => equal(one, right))) ? id : null;
}

/** Compares in constant time. The length is not secret, and timingSafeEqual throws if lengths differ. */
function equal(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
