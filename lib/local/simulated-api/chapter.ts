import { createHash } from 'node:crypto';
import { blockAt, ethereum } from './block-clock.ts';
import type { SimulatedTransfer } from './simulated-transfer.ts';

/** A token as the API describes it in a transfer; null where it knows nothing. */
export interface StoryToken {
  readonly address: string;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: string | null;
  readonly spam?: boolean;
  readonly verified?: boolean;
}

/** One transfer of the story, on Ethereum. */
export interface Chapter {
  /** Names the transaction: the same title is the same transaction in every run. */
  readonly title: string;
  /** Epoch milliseconds. */
  readonly knownAt: number;
  readonly token: StoryToken;
  readonly from: string;
  readonly fromLabel?: string;
  readonly to: string;
  readonly toLabel?: string;
  /** Base units. */
  readonly value: string;
}

/** The chapter as the API tells it, in the shape of its replies of 2025. */
export function simulated(chapter: Chapter): SimulatedTransfer {
  const block = blockAt(ethereum, chapter.knownAt);
  const { token } = chapter;
  return {
    chainId: ethereum.chainId,
    knownAt: chapter.knownAt,
    row: {
      from_address_entity: null,
      from_address_entity_logo: null,
      from_address_label: chapter.fromLabel ?? null,
      to_address_entity: null,
      to_address_entity_logo: null,
      to_address_label: chapter.toLabel ?? null,
      token_name: token.name,
      token_symbol: token.symbol,
      token_logo: null,
      token_decimals: token.decimals,
      from_address: chapter.from,
      to_address: chapter.to,
      address: token.address,
      block_hash: hash(`block ${block.number}`),
      block_number: String(block.number),
      block_timestamp: block.time,
      transaction_hash: hash(chapter.title),
      // Within a block the later chapter comes later.
      transaction_index: Math.floor((chapter.knownAt - Date.parse(block.time)) / 100),
      log_index: 7,
      value: chapter.value,
      possible_spam: token.spam ?? false,
      value_decimal: null,
      verified_contract: token.verified ?? false,
      security_score: null,
    },
  };
}

function hash(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}
