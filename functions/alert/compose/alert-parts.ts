import { explorerUrl } from '../../chain/chains.ts';
import type { IsoTime } from '../../chain/units.ts';
import type { Verdict } from '../../spam/judge.ts';
import { cleanText } from '../../text/safe-text.ts';
import { formatAmount } from '../../transfer/amount.ts';
import type { CoinRecord, DescribedTransfer, Party, Token } from '../../transfer/transfer.ts';
import type { People } from '../../wallet/people.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { AlertCoin, AlertToken, AlertTransfer, TransferAlert, WalletAlert } from '../alert.ts';

const symbolLength = 32;
const idLength = 80;
/** A coin type is an address and two names. */
const coinTypeLength = 300;

export function alertTransferOf(transfer: DescribedTransfer, watch: Watch): AlertTransfer {
  const { kind, direction, value, usd, tokenId, internal } = transfer;
  const { transactionHash, transactionIndex, logIndex, blockNumber, blockHash, blockTimestamp } = transfer;
  const token = alertTokenOf(transfer.token);
  return {
    kind,
    direction,
    amount: formatAmount(value, token.decimals),
    value: value.toString(),
    usd,
    token,
    tokenId,
    internal,
    from: partyOf(transfer.from, watch),
    to: partyOf(transfer.to, watch),
    transactionHash,
    transactionIndex,
    logIndex,
    blockNumber,
    blockHash,
    blockTimestamp,
    explorerUrl: explorerUrl(watch.chain, transactionHash),
  };
}

/** Ignores the coin record: a bridged coin may have other decimals than its token. */
export function alertTokenOf({ address, name, symbol, decimals, logo, verified }: Token): AlertToken {
  const cleaned = { name: cleanText(name), symbol: cleanText(symbol, symbolLength) };
  return { address, ...cleaned, decimals, logo, verified };
}

function partyOf({ address, label }: Party, watch: Watch): AlertTransfer['from'] {
  const contact = address === watch.wallet ? cleanText(watch.label) : null;
  return { address, label: cleanText(label), contact };
}

/** Both sides with the names that the owner gave them. */
export function withNames(transfer: AlertTransfer, people: People): AlertTransfer {
  const named = (side: AlertTransfer['from']) => {
    const name = side.address && people.get(side.address)?.name;
    return { ...side, contact: side.contact ?? name ?? null };
  };
  return { ...transfer, from: named(transfer.from), to: named(transfer.to) };
}

export function alertCoinOf(coin: CoinRecord): AlertCoin {
  return {
    coinType: cleanText(coin.coinType, coinTypeLength) ?? '',
    coinTypeHash: hexId(coin.coinTypeHash) ?? '',
    name: cleanText(coin.name),
    symbol: cleanText(coin.symbol, symbolLength),
    decimals: coin.decimals,
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

/** An alert has only the strongest reasons, because tables and SNS limit its size. */
const maxReasons = 16;
const detailLength = 300;

/** Cleaned: a rule's detail may quote the token's text. */
export function verdictOf({ spam, score, reasons }: Verdict): NonNullable<TransferAlert['verdict']> {
  const strongest = reasons.slice(0, maxReasons).map(({ rule, detail }) => ({
    rule,
    detail: cleanText(detail, detailLength) ?? rule,
  }));
  return { spam, score, reasons: strongest };
}

/** Tags are an attribute of the message too; SNS limits a message to 256 KB. */
const maxTags = 32;

function walletOf({ wallet, chain, label, tags }: Watch): WalletAlert['wallet'] {
  const cleaned = tags.map((tag) => cleanText(tag)).filter((tag) => tag !== null);
  return {
    address: wallet,
    chain: chain.name,
    chainId: chain.id,
    label: cleanText(label),
    tags: [...new Set(cleaned)].slice(0, maxTags),
  };
}

export interface AlertBasis {
  readonly watch: Watch;
  readonly id: string;
  readonly detectedAt: IsoTime;
}

/** Fields in the order in which docs and people read them. */
export function alertOf<Type extends string, Body extends object>(
  { watch, id, detectedAt }: AlertBasis,
  type: Type,
  body: Body,
) {
  return { version: 1 as const, id, type, wallet: walletOf(watch), ...body, detectedAt };
}
