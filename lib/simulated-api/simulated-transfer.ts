import { createHash } from 'node:crypto';

/** A transfer as the API writes it; fields beyond these vary over the years. */
export interface WireTransfer {
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

/** A transfer of a simulated chain, and where it stands. */
export interface SimulatedTransfer {
  readonly chainId: string;
  /** Epoch milliseconds from which on the API knows it. */
  readonly knownAt: number;
  readonly block: number;
  readonly minedAt: Date;
  readonly wire: WireTransfer;
}

/** A token as the API describes it in a transfer; null where it knows nothing. */
export interface SimulatedToken {
  readonly address: string;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  readonly verified: boolean;
}

/** What a transfer is. */
export interface TransferFacts {
  readonly chainId: string;
  readonly knownAt: number;
  /** Names the transaction: the same text is the same transaction, however often it is mined. */
  readonly transaction: string;
  readonly token: SimulatedToken;
  readonly from: string;
  readonly fromLabel?: string | undefined;
  readonly to: string;
  readonly toLabel?: string | undefined;
  /** Base units. */
  readonly value: bigint;
  readonly possibleSpam?: boolean | undefined;
  readonly block: number;
  readonly minedAt: Date;
  readonly transactionIndex: number;
  readonly logIndex: number;
}

/** A transfer in the shape of the API's replies of 2025, which has fields that the document does not know. */
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

/** A hash as blocks and transactions have it. */
export function hashOf(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}
