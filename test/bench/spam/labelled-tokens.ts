import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { parseAddress } from '../../../functions/chain/address.ts';
import { findChain, knownChains } from '../../../functions/chain/chains.ts';
import { describedTransfer, exchange, watchOf } from '../../support/alerts.ts';

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

export function labelledTokens(): LabelledToken[] {
  return readFileSync(fixture, 'utf8')
    .trim()
    .split('\n')
    .map((line) => labelledToken.parse(JSON.parse(line)));
}

const names = new Set(knownChains.map(({ name }) => name));

/** An id for the set's chains that the registry does not name: any chain without protected tokens will do. */
const elsewhere = findChain('0x7a69');

/**
 * One unit of the token, received by a wallet that trusts nothing, with the metadata alone: the API has no flag for it,
 * and nothing is known of the sender.
 */
export function asTransfer({ chain, address, name, symbol, decimals }: LabelledToken) {
  const transfer = describedTransfer(
    { from: { address: exchange, label: null }, value: 1n, possibleSpam: null },
    {
      address: parseAddress(address.toLowerCase()),
      name,
      symbol,
      decimals,
      verified: null,
      logo: null,
    },
  );
  return { transfer, watch: watchOf({ chain: names.has(chain) ? findChain(chain) : elsewhere }) };
}
