import { explorerUrl } from '../chain/chains.ts';
import type { CoinRecord } from '../coin/coin-record.ts';
import { formatAmount, knownDecimals } from '../transfer/amount.ts';
import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import type { Party, Token } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { AlertCoin, AlertToken, AlertTransfer } from './alert.ts';
import { logoUrl } from './logo-url.ts';
import { cleanText } from './safe-text.ts';

const symbolLength = 32;
const idLength = 80;
/** A coin type is an address and two names. */
const coinTypeLength = 300;

/** The transfer as its alert has it: texts cleaned, the amount in token units. */
export function alertTransferOf(transfer: DescribedTransfer, watch: Watch): AlertTransfer {
  const token = alertTokenOf(transfer.token);
  return {
    direction: transfer.direction,
    amount: formatAmount(transfer.value, token.decimals),
    value: transfer.value.toString(),
    token,
    from: partyOf(transfer.from),
    to: partyOf(transfer.to),
    transactionHash: transfer.transactionHash,
    transactionIndex: transfer.transactionIndex,
    logIndex: transfer.logIndex,
    blockNumber: transfer.blockNumber,
    blockHash: transfer.blockHash,
    blockTimestamp: transfer.blockTimestamp,
    explorerUrl: explorerUrl(watch.chain, transfer.transactionHash),
  };
}

/**
 * The token as alerts have it. What it lacked was filled in by coin/describe.ts, and nothing of the coin record is taken
 * here again: a bridged coin may have other decimals than its token.
 */
export function alertTokenOf(token: Token): AlertToken {
  return {
    address: token.address,
    name: cleanText(token.name),
    symbol: cleanText(token.symbol, symbolLength),
    decimals: knownDecimals(token.decimals),
    logo: logoUrl(token.logo),
    verified: token.verified,
  };
}

function partyOf({ address, label }: Party): AlertTransfer['from'] {
  return { address, label: cleanText(label) };
}

/** The coin record as the alert has it, field by field and cleaned like any text from elsewhere. */
export function alertCoinOf(coin: CoinRecord): AlertCoin {
  return {
    coinType: cleanText(coin.coinType, coinTypeLength) ?? '',
    coinTypeHash: hexId(coin.coinTypeHash) ?? '',
    name: cleanText(coin.name),
    symbol: cleanText(coin.symbol, symbolLength),
    decimals: knownDecimals(coin.decimals),
    creatorAddress: hexId(coin.creatorAddress),
    supplyAggregatorTableHandle: hexId(coin.supplyAggregatorTableHandle),
    supplyAggregatorTableKey: hexId(coin.supplyAggregatorTableKey),
    transactionCreatedTimestamp: cleanText(coin.transactionCreatedTimestamp),
    transactionVersionCreated: cleanText(coin.transactionVersionCreated),
  };
}

function hexId(id: string | null): string | null {
  return cleanText(id, idLength)?.toLowerCase() ?? null;
}
