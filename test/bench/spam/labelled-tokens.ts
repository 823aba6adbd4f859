import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const fixture = fileURLToPath(new URL('../../fixtures/spam/tokens.ndjson', import.meta.url));

const labelledToken = z.object({
  chain: z.string(),
  address: z.string(),
  name: z.string(),
  symbol: z.string(),
  decimals: z.number().nullable(),
  label: z.enum(['spam', 'ok']),
  kind: z.enum(['lure', 'other']).optional(),
  lure_type: z.string().optional(),
  hard: z.boolean().optional(),
});

/** A token of the labelled set: test/fixtures/spam/README.md says where it comes from. */
export type LabelledToken = z.infer<typeof labelledToken>;

/** @param file another set of the same form, instead of the one in the repo */
export function labelledTokens(file = fixture): LabelledToken[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => labelledToken.parse(JSON.parse(line)));
}
