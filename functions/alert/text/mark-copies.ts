import { copyOf } from '../../spam/resemblance.ts';
import type { Alert, AlertToken, AlertTransfer, DigestTotal } from '../alert.ts';

/** A token as texts show it: with what it must not be taken for. The JSON has no such fields. */
export interface ShownToken extends AlertToken {
  /** The well-known symbol that its own reads as, without being it; null or left out: none. */
  readonly symbolCopies?: string | null;
  /** The same of its name. */
  readonly nameCopies?: string | null;
}

/**
 * The alert as its texts are made from it: each token that carries the symbol or the name of a well-known one without
 * being it says so. Every form of text begins here, so that all say the same, whatever the verdict and the row's policy.
 */
export function markCopies<A extends Alert>(alert: A): A {
  const { chainId } = alert.wallet;
  if ('transfer' in alert) return { ...alert, transfer: marked(alert.transfer, chainId) };
  if (!('digest' in alert)) return alert;
  const { digest } = alert;
  return {
    ...alert,
    digest: {
      ...digest,
      totals: digest.totals.map((total) => marked(total, chainId)),
      largest: digest.largest.map((transfer) => marked(transfer, chainId)),
    },
  };
}

function marked<T extends Pick<AlertTransfer | DigestTotal, 'token'>>(moved: T, chainId: string): T {
  const { token } = moved;
  const symbolCopies = copyOf(token.symbol, chainId, token);
  const nameCopies = copyOf(token.name, chainId, token);
  if (symbolCopies === null && nameCopies === null) return moved;
  const shown: ShownToken = { ...token, symbolCopies, nameCopies };
  return { ...moved, token: shown };
}

/** `USDC (not the known USDC)`: our words, so they stand outside of all quotes, and no shortening takes them away. */
export function withMark(name: string, copies: string | null | undefined): string {
  return copies ? `${name} (not the known ${copies})` : name;
}
