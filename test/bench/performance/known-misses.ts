import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Ratio } from './ratio.ts';

/** A goal that is missed, and known to be: what it comes to, and why it is left. */
const knownMiss = z.strictObject({ name: z.string(), ratio: z.number(), reason: z.string().min(1) });
export type KnownMiss = z.infer<typeof knownMiss>;

/** A ratio of one commit differs by so much between two runs on a busy machine. */
const noise = 1.15;

export const knownMisses: readonly KnownMiss[] = z
  .array(knownMiss)
  .parse(JSON.parse(readFileSync(new URL('./known-misses.json', import.meta.url), 'utf8')));

/** What is to be said of a ratio and its goal, and whether the bench fails for it. */
export function judgeRatio(
  { name, ratio, goal }: Pick<Ratio, 'name' | 'ratio' | 'goal'>,
  known: readonly KnownMiss[],
): { readonly remark: string; readonly fails: boolean } {
  const miss = known.find((one) => one.name === name);
  if (goal === null) return { remark: '', fails: false };
  if (ratio <= goal) {
    const spare =
      miss === undefined ? '' : ` (goal ${goal}: met, so it need not be on the list of known misses)`;
    return { remark: spare, fails: false };
  }
  if (miss === undefined) return { remark: ` (goal ${goal}: missed)`, fails: true };
  const fails = ratio > miss.ratio * noise;
  const said = fails ? `missed by more than the known ${miss.ratio}` : `missed, as is known: ${miss.reason}`;
  return { remark: ` (goal ${goal}: ${said})`, fails };
}
