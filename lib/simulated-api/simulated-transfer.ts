import { createHash } from 'node:crypto';

/** As the API writes it; other fields vary over the years. */
interface WireTransfer {
  readonly transaction_hash: string;
  /** The token. */
  readonly address: string;
  readonly from_address: string;
  readonly to_address: string;
  readonly value: string;
  readonly block_number: string;
  readonly block_timestamp: string;
  readonly block_hash: string;
  readonly transaction_index: number;
  readonly log_index: number;
  readonly [field: string]: unknown;
}

export interface SimulatedTransfer {
  readonly chainId: string;
  /** Epoch milliseconds from which on the API knows it. */
  readonly knownAt: number;
  readonly block: number;
  readonly minedAt: Date;
  readonly wire: WireTransfer;
}

/** Null: the API knows nothing. */
export interface SimulatedToken {
  readonly address: string;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  readonly verified: boolean;
}

export const usdc: SimulatedToken = {
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  verified: true,
};

export interface Payment {
  readonly token: SimulatedToken;
  readonly from: string;
  readonly fromLabel?: string | undefined;
  readonly to: string;
  readonly toLabel?: string | undefined;
  /** Base units. */
  readonly value: bigint;
  readonly possibleSpam?: boolean | undefined;
}

export interface TransferFacts extends Payment {
  readonly chainId: string;
  readonly knownAt: number;
  /** The same text gives the same transaction, however often it is mined. */
  readonly transaction: string;
  readonly block: number;
  readonly minedAt: Date;
  readonly transactionIndex: number;
  readonly logIndex: number;
}

/** In the API's shape of 2025, with fields that the document does not have. */
export function simulatedTransfer(facts: TransferFacts): SimulatedTransfer {
  const { chainId, knownAt, token, block, minedAt } = facts;
  return {
    chainId,
    knownAt,
    block,
    minedAt,
    wire: {
      from_address_entity: null,
      from_address_entity_logo: null,
      from_address_label: facts.fromLabel ?? null,
      to_address_entity: null,
      to_address_entity_logo: null,
      to_address_label: facts.toLabel ?? null,
      token_name: token.name,
      token_symbol: token.symbol,
      token_logo: null,
      token_decimals: token.decimals === null ? null : String(token.decimals),
      from_address: facts.from,
      to_address: facts.to,
      address: token.address,
      block_hash: hashOf(`block ${block}`),
      block_number: String(block),
      block_timestamp: minedAt.toISOString(),
      transaction_hash: hashOf(facts.transaction),
      transaction_index: facts.transactionIndex,
      log_index: facts.logIndex,
      value: String(facts.value),
      possible_spam: facts.possibleSpam ?? false,
      value_decimal: null,
      verified_contract: token.verified,
      security_score: null,
    },
  };
}

export function hashOf(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}
