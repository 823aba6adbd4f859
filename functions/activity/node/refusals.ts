/** What an error of eth_getLogs asks for. */
export type Refusal =
  /** Fewer addresses a list. */
  | { readonly kind: 'topics' }
  /** Fewer blocks or results. @see suggested blocks that the node names itself, in number; null where it names none */
  | { readonly kind: 'size'; readonly suggested: number | null }
  /** Neither would help. */
  | { readonly kind: 'other' };

/** Lists of addresses; first, for geth's words hold "exceed max" as well. */
const topics =
  /per search position|too many (addresses|topics)|(addresses|topics) (limit|exceed)|max(imum)?( number of)? (addresses|topics)/i;

/** Of requests, not of results: asking for less in more requests makes it worse. */
const pace =
  /rate.?limit|too many requests|requests? (count|limit|per)|requests?\/s|per (second|day|month)|quota|credits|capacity|compute units|throttl|daily/i;

/**
 * Codes are inconsistent, so it goes by the words: those of reth, erigon, besu, Infura, Alchemy, QuickNode, dRPC, Ankr,
 * PublicNode, Chainstack, LlamaRPC, Cloudflare, Blast and Base, as their documents and answers had them in November 2026.
 */
const size =
  /\brange\b|block.?limit|max results|more than \d|results? (exceed|limit)|logs? (exceed|limit)|too (large|wide|big|long|many)|size exceed|response size|limited to|limit exceed|exceeds? (the )?(max|limit)|timeout|timed out|took too long/i;

/**
 * What to do about an error of eth_getLogs.
 * @param text the node's message
 */
export function readRefusal(text: string): Refusal {
  if (topics.test(text)) return { kind: 'topics' };
  if (pace.test(text) || !size.test(text)) return { kind: 'other' };
  return { kind: 'size', suggested: suggestedBlocks(text) };
}

/** "retry with the range 100-149" (reth), "this block range should work: [0x64, 0x95]" (Alchemy, Infura). */
function suggestedBlocks(text: string): number | null {
  const [, from, to] =
    /range\D{0,20}?\[?(0x[0-9a-f]+|\d+)\s*(?:-|,|to)\s*(0x[0-9a-f]+|\d+)/i.exec(text) ?? [];
  const blocks = Number(to) - Number(from) + 1;
  return Number.isSafeInteger(blocks) && blocks > 0 ? blocks : null;
}
