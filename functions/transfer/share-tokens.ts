import type { Token, Transfer } from './transfer.ts';

/** Transfers of one token share its object: a name of twenty thousand characters, in ten thousand rows, would fill the memory. */
export function sharingTokens(): (transfers: readonly Transfer[]) => Transfer[] {
  const known = new Map<Token['address'], Token>();
  return (transfers) =>
    transfers.map((transfer) => {
      const { token } = transfer;
      const before = known.get(token.address);
      if (before === token) return transfer;
      if (before !== undefined && isSame(before, token)) return { ...transfer, token: before };
      known.set(token.address, token);
      return transfer;
    });
}

function isSame(a: Token, b: Token): boolean {
  return (
    a.name === b.name &&
    a.symbol === b.symbol &&
    a.decimals === b.decimals &&
    a.logo === b.logo &&
    a.verified === b.verified
  );
}
