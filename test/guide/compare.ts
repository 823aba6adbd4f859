import { diff } from 'node:util';

/** Parts that differ between any two runs, and do not count. At each place the first matching rule applies. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?UTC|Z)?/g, '<time>'],
  [/\b0x[0-9a-fA-F]{64}\b/g, '<hash>'],
  [/"id": "[0-9a-f]{16,}"/g, '"id": "<id>"'],
  [/whsec_[A-Za-z0-9+/=]+/g, '<secret>'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b\d+(\.\d+)? ?(ms|s|m|seconds?|minutes?)\b/g, '<duration>'],
  [/\badded \d+ packages\b/g, 'added <number> packages'],
  // CloudFormation's suffix, which makes a name unique.
  [/\b(Chainbell-\w+?)-[A-Za-z0-9]{6,}\b/g, '$1-<suffix>'],
  [/\b\d+\.\d+\.\d+-[0-9a-f]{7,}\b/g, '<version>'],
];

/** A text without changing parts, and without column widths, which depend on them. */
function unchanging(text: string): string {
  const masked = changing.reduce((rest, [pattern, name]) => rest.replaceAll(pattern, name), text);
  return masked.replaceAll(/(?<=\S) {2,}/g, '  ');
}

/** Null if the guide shows the output; otherwise the lines that differ: `-` in the guide, `+` in the output. */
export function differenceOf(shown: string, came: string): string | null {
  const [one, other] = [unchanging(shown), unchanging(came)];
  if (one === other) return null;
  const signs = { '-1': '-', 0: ' ', 1: '+' } as const;
  return diff(other.split('\n'), one.split('\n'))
    .map(([side, line]) => `${signs[side as -1 | 0 | 1]} ${line}`)
    .join('\n');
}
