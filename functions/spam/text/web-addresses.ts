import tlds from 'tlds' with { type: 'json' };

const topLevel = new Set(tlds);
/** Domains of protocols that are also their brand: honest tokens built on a protocol carry its domain. */
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
/** A run of characters that may hold a domain. */
const dotted = /[\p{L}\p{N}._-]+/gu;
const firstLabel = /[\p{L}\p{N}].*$/su;
const endsInLetter = /[\p{L}\p{N}]$/u;
const furtherLabel = /^[\p{L}\p{N}][\p{L}\p{N}-]*/u;

/**
 * The web addresses in a folded text. A dotted word is a web address if it has a top-level domain of IANA's list (package
 * tlds) after a dot: `USDC.e`, `Inc.` and `v2.0` are none. Dots in brackets, between spaces or spelt out count as dots,
 * because lures hide dots from filters in these ways.
 *
 * @param lower TokenText.lower
 * @returns their hosts, `claim.example.com`
 */
export function webAddresses(lower: string): readonly string[] {
  if (!/\.|\bdot\b|,\w/.test(lower)) return [];
  const text = lower.replace(spelledDot, '.').replace(spacedDot, '.');
  const found: string[] = [];
  for (const labels of dottedWords(text)) {
    const host = hostIn(labels);
    if (host !== null && !knownSites.has(host.split('.').slice(-2).join('.'))) found.push(host);
  }
  return found;
}

/**
 * The labels of each dotted word, which begins and continues after every dot with a letter or digit. One pass by hand: a
 * regular expression would try every letter as the beginning, and read from each to the end.
 */
function dottedWords(text: string): readonly (readonly string[])[] {
  const words: (readonly string[])[] = [];
  for (const [run] of text.matchAll(dotted)) {
    let labels: string[] = [];
    for (const part of run.split('.')) {
      const further = labels.length === 0 ? '' : (furtherLabel.exec(part)?.[0] ?? '');
      if (further !== '') labels.push(further);
      if (further !== '' && further === part) continue;
      words.push(labels);
      const rest = part.slice(further.length);
      labels = endsInLetter.test(rest) ? (firstLabel.exec(rest) ?? []).slice(0, 1) : [];
    }
    words.push(labels);
  }
  return words.filter((labels) => labels.length > 1);
}

/** The labels up to the last top-level domain, which is never the first label; "claim.com-5000" ends in com. */
function hostIn(labels: readonly string[]): string | null {
  for (let last = labels.length - 1; last > 0; last--) {
    const end = (labels[last] ?? '').split('-', 1)[0] ?? '';
    if (topLevel.has(end)) return [...labels.slice(0, last), end].join('.');
  }
  return null;
}
