import { genuineToken } from '../../chain/genuine-tokens.ts';
import type { AlertToken, WalletAlert } from '../alert.ts';

/** Whoever can freeze such a token, and answers the telephone. */
const issuers: Readonly<Record<string, string>> = {
  USDC: 'Circle',
  EURC: 'Circle',
  USDT: 'Tether',
  XAUt: 'Tether',
  PYUSD: 'Paxos',
};

/** Tokens of these names on BNB Chain are Binance's own. */
const pegged = '0x38';

/** Who may stop money that went to a thief; null: nobody, for it is a chain's own coin. */
export function issuerOf(token: AlertToken, { chainId }: WalletAlert['wallet']): string | null {
  if (token.address === null) return null;
  const symbol = chainId === pegged ? undefined : genuineToken(chainId, token.address)?.symbol;
  return issuers[symbol ?? ''] ?? "the token's issuer";
}
