import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** A token worth imitating, with its names. */
const brand = z.strictObject({
  symbol: z.string(),
  /**
   * A token's class. For the first three, the symbol alone makes a token a copy, and no text shows a copied symbol without a mark:
   * people count money in them, and hardly any honest token shares a symbol with them. A chain's own coin has
   * no contract, and belongs to the entry of its wrapped form.
   */
  class: z.enum(['stablecoin', 'wrapped-native', 'wrapped-bitcoin', 'other']),
  names: z.array(z.string()),
  /**
   * Chains whose genuine contracts are all known: the token is issued there, or is the chain's own coin, which has no contract
   * at all. Elsewhere a bridge may have made a contract that no list has, so an unlisted token is not proved fake.
   */
  issuedOn: z.union([z.literal('everywhere'), z.array(z.string())]),
  /** Other symbols that are as well known as its own: those of its bridged contracts. */
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
