import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** A token worth imitating, and what it is called. */
const brand = z.strictObject({
  symbol: z.string(),
  /**
   * What a token is. A copy of one of the first three decides alone by its symbol, and no text shows such a symbol bare:
   * they are what people count money in, and hardly any honest token shares a symbol with them. A chain's own coin, which
   * has no contract at all, counts with its wrapped form.
   */
  class: z.enum(['stablecoin', 'wrapped-native', 'wrapped-bitcoin', 'other']),
  names: z.array(z.string()),
  /**
   * Chains whose genuine contracts are all known: where it is issued, or is the chain's own coin, which has no contract
   * at all. Elsewhere any bridge may have made one that is not in the lists, so an unlisted token there is not proved fake.
   */
  issuedOn: z.union([z.literal('everywhere'), z.array(z.string())]),
  /** Other symbols that are as well known for it as its own: those of its bridged contracts. */
  aliases: z.array(z.string()).optional(),
});
export type Brand = z.infer<typeof brand>;

/**
 * The stablecoins, the chains' own and wrapped coins, staked ether and the coins of the largest market value. A token
 * counts as a copy only where symbol and name are both those of a brand, so a symbol that small tokens share with a large
 * one (PEPE, META, APE) does them no harm. Issuers and the chains' own bridges serve all chains of `everywhere`; on Fantom
 * there were only third parties' bridges.
 */
export const { everywhere, brands } = z
  .strictObject({ everywhere: z.array(z.string()), brands: z.array(brand) })
  .parse(
    JSON.parse(readFileSync(new URL('../../fixtures/spam/protected-brands.json', import.meta.url), 'utf8')),
  );
