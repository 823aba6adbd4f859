import type { Milliseconds } from '../chain/units.ts';

/** Lengths of time in milliseconds, the longest first. */
export const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A length of time in the largest unit that it holds twice: "14 minutes". */
export function lasted(milliseconds: Milliseconds, round: (count: number) => number = Math.round): string {
  const [unit, length] = units.find(([, length]) => milliseconds >= 2 * length) ?? ['second', 1_000];
  const count = Math.max(1, round(milliseconds / length));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** `2026-01-02 03:04 UTC` */
export function minuteOf(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The stack on which commands work without the option --stack, unless chainbell.json names another. */
export const defaultStack = 'Chainbell';

/** Names another stack's option at the end of a text: a command copied without it would change the default stack. */
export function withStackNote(text: string, stackName: string, separator = '\n'): string {
  return stackName === defaultStack
    ? text
    : `${text}${separator}Commands for this stack take --stack ${stackName}.`;
}
