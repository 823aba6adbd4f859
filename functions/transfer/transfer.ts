import { isDeepStrictEqual } from 'node:util';
import type { Address, TokenAddress } from '../chain/address.ts';
import type { BlockHash, BlockNumber, IsoTime, TransactionHash } from '../chain/units.ts';
import type { Watch } from '../wallet/watch.ts';
import type { RowAttribute } from '../wallet/watchlist-row.ts';
import { compareAmount } from './amount.ts';

export type TransferKind = 'erc20' | 'native' | 'erc721' | 'erc1155';

export interface Transfer {
  readonly kind: TransferKind;
  readonly token: Token;
  /** Decimal digits; null for coins. */
  readonly tokenId: string | null;
  /** Native coin that no transaction from or to the wallet shows. */
  readonly internal: boolean;
  readonly from: Party;
  readonly to: Party;
  readonly value: bigint;
  /** Null: no transaction is known. */
  readonly transactionHash: TransactionHash | null;
  readonly sentBy: Address | null;
  readonly transactionIndex: number | null;
  readonly logIndex: number | null;
  readonly blockNumber: BlockNumber;
  readonly blockHash: BlockHash | null;
  readonly blockTimestamp: IsoTime | null;
  readonly possibleSpam: boolean | null;
}

export interface Token {
  readonly address: TokenAddress;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  readonly logo: string | null;
  readonly verified: boolean | null;
}

export interface Party {
  readonly address: Address | null;
  readonly label: string | null;
}

export type Direction = 'in' | 'out' | 'self';

export interface DescribedTransfer extends Transfer {
  readonly direction: Direction;
  /** Null: there is none, or nobody could say. */
  readonly coin: CoinRecord | null;
  readonly usd: Usd | null;
}

/** Null: the transfer is somebody else's. A missing receiver is the wallet, because the API lists only the wallet's transfers. */
export function directionFor(wallet: Address, transfer: Pick<Transfer, 'from' | 'to'>): Direction | null {
  const sent = transfer.from.address === wallet;
  const received = transfer.to.address === wallet || (transfer.to.address === null && !sent);
  if (sent && received) return 'self';
  if (sent) return 'out';
  return received ? 'in' : null;
}

/** US dollars as plain decimals, `amount` to the cent. */
export interface Usd {
  readonly amount: string;
  readonly price: string;
  readonly at: string;
  /** By the price service, 0 to 1. */
  readonly confidence: number;
}

/** API document, section 2.3. */
export interface CoinRecord {
  /** `<address>::<module>::<name>` */
  readonly coinType: string;
  /** Lower-case hex SHA-256 of the coin type, no `0x`. */
  readonly coinTypeHash: string;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  readonly creatorAddress: string | null;
  readonly supplyAggregatorTableHandle: string | null;
  readonly supplyAggregatorTableKey: string | null;
  readonly transactionCreatedTimestamp: string | null;
  readonly transactionVersionCreated: string | null;
}

/** Transfers of one token share its object: ten thousand copies of a long name would fill the memory. */
export function sharingTokens(): (transfers: readonly Transfer[]) => Transfer[] {
  const known = new Map<Token['address'], Token>();
  return (transfers) =>
    transfers.map((transfer) => {
      const { token } = transfer;
      const before = known.get(token.address);
      if (before !== undefined && isDeepStrictEqual(before, token)) return { ...transfer, token: before };
      known.set(token.address, token);
      return transfer;
    });
}

const kindOf = { erc20: 'erc20', native: 'native', erc721: 'nft', erc1155: 'nft' } as const;

type Filtered = Pick<DescribedTransfer, 'kind' | 'direction' | 'value'> & {
  readonly token: Pick<DescribedTransfer['token'], 'address' | 'decimals'>;
};

/** The attribute by which the row leaves the transfer out; null: none. A token of unknown decimals passes every minimum. */
export function leftOutBy({ kind, direction, token, value }: Filtered, watch: Watch): RowAttribute | null {
  if (watch.kinds !== null && !watch.kinds.has(kindOf[kind])) return 'watch';
  if (direction !== 'self' && watch.direction !== 'both' && watch.direction !== direction) return 'direction';
  if (watch.tokens !== null && !watch.tokens.has(token.address)) return 'tokens';
  if (watch.ignoreTokens.has(token.address)) return 'ignoreTokens';
  const minimum = watch.minAmount.byToken.get(token.address) ?? watch.minAmount.otherwise;
  const isEnough = token.decimals === null || compareAmount(value, token.decimals, minimum) >= 0;
  return isEnough ? null : 'minAmount';
}
