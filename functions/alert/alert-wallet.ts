import type { Watch } from '../wallet/watch.ts';
import type { Alert } from './alert.ts';
import { cleanText } from './safe-text.ts';

/** Bounds the five copies of the JSON in one SNS message, which holds 256 KB. */
const mostTags = 32;

/** The watched wallet as its alerts have it. */
export function walletOf({ wallet, chain, label, tags }: Watch): Alert['wallet'] {
  const cleaned = tags.map((tag) => cleanText(tag)).filter((tag) => tag !== null);
  return {
    address: wallet,
    chain: chain.name,
    chainId: chain.id,
    label: cleanText(label),
    tags: [...new Set(cleaned)].slice(0, mostTags),
  };
}
