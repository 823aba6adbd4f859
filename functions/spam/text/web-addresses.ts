import tlds from 'tlds' with { type: 'json' };

const topLevel = new Set(tlds);
/** Protocols whose brand is their domain, so that tokens built on them carry it: it leads to the protocol itself. */
const knownSites = new Set([
  'curve.fi',
  'ether.fi',
  'yearn.finance',
  '21.co',
  'beefy.finance',
  'cream.finance',
  'chainport.io',
  'pump.fun',
]);

/** A comma, or "dot" spelt out, stands for a dot only before the commonest endings. */
const spelledDot =
  /\s*[([{]\s*(?:\.|dot)\s*[)\]}]\s*|(?<=[a-z0-9])(?:\s+dot\s+|,)(?=(?:com|net|org|io|xyz|info|top|site|app)\b)/g;
const spacedDot = /(?<=[a-z0-9])(?:\s\.\s?|\.\s(?=(?:com|net|org|io|xyz|top|site|app|me)\b))(?=[a-z])/g;
const domain = /[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}][\p{L}\p{N}-]*)+/gu;

/**
 * The web addresses in a folded text. A dotted word is one where what stands behind its last dot is a top-level domain
 * of IANA's list (package tlds): so `USDC.e`, `Inc.` and `v2.0` are none. Dots in brackets, between spaces or spelt out
 * count as dots, for that is how they are hidden from filters.
 *
 * @param lower TokenText.lower
 * @returns their hosts, `claim.example.com`
 */
export function webAddresses(lower: string): readonly string[] {
  if (!/\.|\bdot\b|,\w/.test(lower)) return [];
  const text = lower.replace(spelledDot, '.').replace(spacedDot, '.');
  const found: string[] = [];
  for (const match of text.matchAll(domain)) {
    const host = hostIn(match[0].split('.'));
    if (host !== null && !knownSites.has(host.split('.').slice(-2).join('.'))) found.push(host);
  }
  return found;
}

/** Up to the last label that is a top-level domain, the first left out; "claim.com-5000" ends in com. */
function hostIn(labels: readonly string[]): string | null {
  for (let last = labels.length - 1; last > 0; last--) {
    const end = (labels[last] ?? '').split('-', 1)[0] ?? '';
    if (topLevel.has(end)) return [...labels.slice(0, last), end].join('.');
  }
  return null;
}
