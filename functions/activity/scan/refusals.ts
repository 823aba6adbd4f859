/** What an error of eth_getLogs asks for: fewer addresses a list, fewer blocks or results; or neither would help. */
export type Refusal = 'topics' | 'size' | 'other';

/** Limits of address lists; tested first, because geth's words hold "exceed max" as well. */
const topics =
  /per search position|less number of addresses|\d filters|too many (addresses|topics)|(addresses|topics) (limit|exceed)|max(imum)?( number of)? (addresses|topics)/i;

/** Limits of requests, not of results: smaller requests would only be more of them. */
const pace =
  /rate.?limit|too many requests|requests? (count|limit|per)|requests?\/s|per (second|day|month)|quota|credits|capacity|compute units|throttl|daily/i;

/** Of a backend behind the one that named the head: a part of the range that it takes would count as all. */
const ahead = /beyond .*head/i;

/** By words, as codes are inconsistent: those of geth, reth, erigon, besu and eleven hosts, as seen in November 2026. */
const size =
  /\branges?\b|\d blocks\b|block.?limit|blocks distance|requested blocks|must be smaller|max results|more than \d|results? (exceed|limit)|logs? (exceed|limit)|too (large|wide|big|long|many)|size exceed|response size|limited to|limit exceed|exceeds? (the |defined )?(max|limit)/i;
const slow = /timeout|timed out|deadline exceeded|took too long/i;

/** What to do about an eth_getLogs error, by the node's message. */
export function readRefusal(text: string): Refusal {
  if (topics.test(text)) return 'topics';
  return pace.test(text) || ahead.test(text) || !(size.test(text) || slow.test(text)) ? 'other' : 'size';
}

export function isTooSlow(text: string): boolean {
  return slow.test(text);
}
