import * as z from 'zod';
import type { Chain } from '../chain/chains.ts';
import type { MetadataStore } from '../node/token-metadata.ts';
import { type Clock, expiryIn } from '../runtime/clock.ts';
import { batchWriter } from '../runtime/table-batches.ts';
import type { Table } from '../runtime/table-items.ts';
import { keyOf } from '../wallet/watch.ts';
import { createReadItems } from './state-items.ts';

const text = z.string().nullable();
const tokenItem = z.object({ name: text, symbol: text, decimals: z.coerce.number().nullable() });

const keptDays = 90;

/** Names, symbols and decimals that contracts gave: one item of the State table each. */
export function createMetadataStore(table: Table, clock: Clock): MetadataStore {
  const readItems = createReadItems(table, clock);
  const partitionOf = (chain: Chain) => `#token ${chain.id}`;
  const { put } = batchWriter(table, clock, "tokens' names unwritten");
  return {
    async find(chain, tokens) {
      const wallet = partitionOf(chain);
      const items = await readItems(tokens.map((token) => ({ wallet, chain: token })));
      const found = tokens.flatMap((token) => {
        const { data } = tokenItem.safeParse(items.get(keyOf(wallet, token)));
        return data === undefined ? [] : [[token, data] as const];
      });
      return new Map(found);
    },
    async keep(chain, texts) {
      const expiresAt = expiryIn(keptDays, clock);
      const wallet = partitionOf(chain);
      await put(Array.from(texts, ([token, said]) => ({ wallet, chain: token, ...said, expiresAt })));
    },
  };
}
