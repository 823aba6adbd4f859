import tlds from 'tlds' with { type: 'json' };
import { foldText } from './confusables.ts';

/** Top-level domains beyond ASCII: folded texts spell them in another way (рф with a Latin p), and Punycode begins them with `xn`. */
const foreign = tlds.filter((one) => /[^\0-\x7f]/.test(one));
const topLevel = new Set(['xn', ...tlds, ...foreign.map((one) => foldText(one).toLowerCase())]);
/** Domains that are also a protocol's brand: honest tokens carry them. */
const knownSites = new Set(
  'curve.fi ether.fi yearn.finance 21.co beefy.finance cream.finance chainport.io pump.fun'.split(' '),
);

const spelledDot =
  /\s*[([{<]\s*(?:\.|d[o0]t)\s*[)\]}>]\s*|(?<=[a-z0-9])(?:[\s_-]+d[o0]t[\s_-]+|[,;]|[^\0-\x7f\p{L}\p{N}](?=(?:com|net|org|io|xyz)\b))(?=(?:com|net|org|io|xyz|info|top|site|app|vip|cc|club|live|online|lat|lol|cfd|sbs|icu)\b)/gu;
const spacedDot = /(?<=[a-z0-9])(?:\s\.\s?|\.\s(?=(?:com|net|org|io|xyz|top|site|app|me)\b))(?=[a-z])/g;
const dotted = /[\p{L}\p{N}._-]+/gu;
const firstLabel = /[\p{L}\p{N}].*$/su;
const endsInLetter = /[\p{L}\p{N}]$/u;
const furtherLabel = /^[\p{L}\p{N}][\p{L}\p{N}-]*/u;

/**
 * Hosts: dotted words that end in a top-level domain of IANA's list. Dots in brackets, between spaces, spelt out or drawn by
 * another sign (`gift•com`) count too.
 */
export function webAddresses(lower: string): readonly string[] {
  if (!/\.|d[o0]t|(?:[,;]|[^\0-\x7f])\w/.test(lower)) return [];
  const text = lower.replace(spelledDot, '.').replace(spacedDot, '.');
  const found: string[] = [];
  for (const labels of dottedWords(text)) {
    const host = hostIn(labels);
    if (host !== null && !knownSites.has(host.split('.').slice(-2).join('.'))) found.push(host);
  }
  return found;
}

/** One pass by hand: a regular expression would try every letter as the beginning, and read from each to the end. */
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

/** Up to the last top-level domain; "claim.com-5000" ends in com. */
function hostIn(labels: readonly string[]): string | null {
  for (let last = labels.length - 1; last > 0; last--) {
    const end = (labels[last] ?? '').split('-', 1)[0] ?? '';
    if (topLevel.has(end)) return [...labels.slice(0, last), end].join('.');
  }
  return null;
}
