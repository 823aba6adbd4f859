import type { Verdict } from '../spam/verdict.ts';
import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { TransferAlert, WatchingAlert } from './alert.ts';
import { alertCoinOf, alertTransferOf } from './compose-transfer.ts';
import { cleanText } from './safe-text.ts';

const types = { in: 'transfer.received', out: 'transfer.sent', self: 'transfer.self' } as const;

/** Bounds that keep the five copies of the JSON in one SNS message under 256 KB. */
const mostTags = 32;
const mostReasons = 16;
const detailLength = 300;

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
    transfer: alertTransferOf(transfer, watch),
    coin: transfer.coin && alertCoinOf(transfer.coin),
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

/** A rule's detail may quote the token's text, so it is cleaned like it. */
function verdictOf({ spam, score, reasons }: Verdict): TransferAlert['verdict'] {
  const told = reasons.slice(0, mostReasons).map(({ rule, detail }) => ({
    rule,
    detail: cleanText(detail, detailLength) ?? rule,
  }));
  return { spam, score, reasons: told };
}
