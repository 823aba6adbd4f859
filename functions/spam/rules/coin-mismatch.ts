import type { Rule } from '../rule.ts';
import { lookKey } from '../text/looks-like.ts';

/**
 * The coin record that stands for the token (API document, 2.3) has another symbol and another name than the transfer.
 * A bridge's coin may add to a symbol (zUSDC for USDC), so one containing the other is no mismatch.
 */
export const coinMismatch: Rule = {
  name: 'coin-mismatch',
  find: ({ transfer: { coin }, name, symbol }) => {
    if (coin === null || symbol.plain === '') return null;
    const here = [symbol.plain, name.plain].map(lookKey);
    const there = [coin.symbol, coin.name].map((text) => lookKey(text ?? ''));
    const known = there.filter((text) => text !== '');
    const fits = here.some(
      (text) => text !== '' && known.some((other) => other.includes(text) || text.includes(other)),
    );
    return known.length > 0 && !fits
      ? 'Its name does not fit the coin that is recorded for it. Compare its address with the one you expect.'
      : null;
  },
};
