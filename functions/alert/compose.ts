import { explorerUrl } from '../chain/chains.ts';
import type { CoinRecord } from '../coin/coin-record.ts';
import type { Verdict } from '../spam/verdict.ts';
import { formatAmount, knownDecimals } from '../transfer/amount.ts';
import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import type { Party } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { AlertCoin, AlertToken, AlertTransfer, TransferAlert, WatchingAlert } from './alert.ts';
import { logoUrl } from './logo-url.ts';
import { cleanText } from './safe-text.ts';

const types = { in: 'transfer.received', out: 'transfer.sent', self: 'transfer.self' } as const;

/** Bounds that keep the five copies of the JSON in one SNS message under 256 KB. */
const mostTags = 32;
const mostReasons = 16;
const symbolLength = 32;
const detailLength = 300;
const idLength = 80;

/** What a transfer's alert is made of. */
export interface TransferNews {
  readonly watch: Watch;
  readonly transfer: DescribedTransfer;
  readonly verdict: Verdict;
  /** From transferAlertId. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/** The alert of one transfer. Every text that others wrote is cleaned here, once, for all forms of the alert. */
export function composeTransferAlert({
  watch,
  transfer,
  verdict,
  id,
  detectedAt,
}: TransferNews): TransferAlert {
  return {
    version: 1,
    id,
    type: types[transfer.direction],
    wallet: walletOf(watch),
    transfer: transferOf(transfer, watch),
    coin: transfer.coin && coinOf(transfer.coin),
    verdict: verdictOf(verdict),
    detectedAt,
  };
}

/** What the alert of a wallet's first poll is made of. */
export interface WatchingNews {
  readonly watch: Watch;
  /** From watchingAlertId. */
  readonly id: string;
  /** ISO 8601 UTC of the first poll: transfers mined from here on are told. */
  readonly since: string;
  /** First block told; null where the row gave none. */
  readonly fromBlock: number | null;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/** The alert that says a wallet is watched from now on. */
export function composeWatchingAlert({
  watch,
  id,
  since,
  fromBlock,
  detectedAt,
}: WatchingNews): WatchingAlert {
  return {
    version: 1,
    id,
    type: 'wallet.watching',
    wallet: walletOf(watch),
    since,
    fromBlock,
    coin: null,
    verdict: null,
    detectedAt,
  };
}

function walletOf({ wallet, chain, label, tags }: Watch): TransferAlert['wallet'] {
  const cleaned = tags.map((tag) => cleanText(tag)).filter((tag) => tag !== null);
  return {
    address: wallet,
    chain: chain.name,
    chainId: chain.id,
    label: cleanText(label),
    tags: [...new Set(cleaned)].slice(0, mostTags),
  };
}

function transferOf(transfer: DescribedTransfer, watch: Watch): AlertTransfer {
  const token = tokenOf(transfer);
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

/** Where the transfer and the coin record both speak, the transfer's word stands. */
function tokenOf({ token, coin }: DescribedTransfer): AlertToken {
  return {
    address: token.address,
    name: cleanText(token.name) ?? cleanText(coin?.name),
    symbol: cleanText(token.symbol, symbolLength) ?? cleanText(coin?.symbol, symbolLength),
    decimals: knownDecimals(token.decimals) ?? knownDecimals(coin?.decimals),
    logo: logoUrl(token.logo),
    verified: token.verified,
  };
}

function partyOf({ address, label }: Party): AlertTransfer['from'] {
  return { address, label: cleanText(label) };
}

function coinOf(coin: CoinRecord): AlertCoin {
  return {
    coinType: cleanText(coin.coinType, detailLength) ?? '',
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

/** A rule's detail may quote the token's text, so it is cleaned like it. */
function verdictOf({ spam, score, reasons }: Verdict): TransferAlert['verdict'] {
  const told = reasons.slice(0, mostReasons).map(({ rule, detail }) => ({
    rule,
    detail: cleanText(detail, detailLength) ?? rule,
  }));
  return { spam, score, reasons: told };
}
