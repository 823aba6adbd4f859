import type {
  ApprovalAlert,
  BalanceAlert,
  ControlAlert,
  Counterparty,
  DigestAlert,
  PoisoningAlert,
  RevertedAlert,
  TransferAlert,
  UnreadableAlert,
  WatchingAlert,
} from '../../functions/alert/alert.ts';
import { composeDigestAlert, type ReportedTransfer } from '../../functions/alert/compose/compose-digests.ts';
import {
  type ApprovalInput,
  composeApprovalAlert,
  composeBalanceAlert,
  composeControlAlert,
  composeUnreadableAlert,
  composeWatchingAlert,
} from '../../functions/alert/compose/compose-events.ts';
import {
  composePoisoningAlert,
  composeRevertedAlert,
  composeTransferAlert,
} from '../../functions/alert/compose/compose-transfer.ts';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import type { ApprovalEvent, BalanceEvent, ControlEvent } from '../../functions/node/node-event.ts';
import { ownCoin } from '../../functions/node/token-metadata.ts';
import type { Verdict } from '../../functions/spam/judge.ts';
import { type Lookalike, reasonOf } from '../../functions/spam/poisoning/find-lookalike.ts';
import type { UnreadableTransfer } from '../../functions/transfer/source.ts';
import type { CoinRecord, DescribedTransfer } from '../../functions/transfer/transfer.ts';
import type { Watch } from '../../functions/wallet/watch.ts';

export const treasury: Address = parseAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045');
export const exchange: Address = parseAddress('0x28c6c06298d514db089934071355e5743bf21d60');
export const usdc: Address = parseAddress('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');

/** An imitation of the exchange: four digits alike at each end. */
export const imitation: Address = parseAddress('0x28c60000000000000000000000000000000f1d60');

/** A row that has every attribute. */
export function watchOf(over: Partial<Watch> = {}): Watch {
  return {
    wallet: treasury,
    chain: findChain('eth'),
    label: 'Treasury',
    direction: 'both',
    tokens: null,
    ignoreTokens: new Set(),
    minAmount: { byToken: new Map(), otherwise: '0' },
    trustedTokens: new Set(),
    minUsd: '0',
    minBalance: new Map(),
    kinds: null,
    spam: 'hide',
    everySeconds: null,
    paused: false,
    fromBlock: null,
    tags: ['ops'],
    singles: 10,
    ...over,
  };
}

/** 12,500.5 USDC from an exchange. */
export function describedTransfer(
  over: Partial<Omit<DescribedTransfer, 'token'>> = {},
  token: Partial<DescribedTransfer['token']> = {},
): DescribedTransfer {
  return {
    kind: 'erc20',
    tokenId: null,
    internal: false,
    token: {
      address: usdc,
      name: 'USD Coin',
      symbol: 'USDC',
      decimals: 6,
      logo: 'https://cdn.example.org/logos/usdc.png',
      verified: true,
      ...token,
    },
    from: { address: exchange, label: 'Binance 14' },
    to: { address: treasury, label: null },
    value: 12_500_500_000n,
    transactionHash: `0x${'a1b2c3d4'.repeat(8)}`,
    sentBy: null,
    transactionIndex: 3,
    logIndex: 41,
    blockNumber: 18_000_000,
    blockHash: `0x${'0f'.repeat(32)}`,
    blockTimestamp: '2026-01-02T03:04:05.000Z',
    possibleSpam: false,
    direction: 'in',
    coin: null,
    usd: null,
    ...over,
  };
}

export const ok: Verdict = { spam: false, score: 0, reasons: [] };
export const lure: Verdict = {
  spam: true,
  score: 90,
  reasons: [
    { rule: 'link', detail: 'The name holds a web address: claim.xyz.' },
    { rule: 'lure-words', detail: 'The name speaks like a lure: claim.' },
  ],
};

export function coinOf(over: Partial<CoinRecord> = {}): CoinRecord {
  return {
    coinType: '0xf22b::asset::USDC',
    coinTypeHash: '91ceb1308a98389691e05158b07ed5f079ab78461a6bb8d5a4054b1bb5cb8bb6',
    name: 'USD Coin (bridged)',
    symbol: 'zUSDC',
    decimals: 6,
    creatorAddress: '0xF22B',
    supplyAggregatorTableHandle: null,
    supplyAggregatorTableKey: null,
    transactionCreatedTimestamp: '2022-10-12T23:51:25.000000',
    transactionVersionCreated: '2305843009213693952',
    ...over,
  };
}

const now = '2026-01-02T03:04:12.345Z';
const later = '2026-01-02T03:06:12.345Z';
/** The parts that every alert is composed of. */
const of = (watch: Partial<Watch> | undefined, id: string, detectedAt = now) => ({
  ...{ watch: watchOf(watch), id, detectedAt },
});

export interface TransferParts {
  readonly watch?: Partial<Watch>;
  readonly transfer?: Partial<Omit<DescribedTransfer, 'token'>>;
  readonly token?: Partial<DescribedTransfer['token']>;
  readonly verdict?: Verdict;
  readonly id?: string;
  readonly lookalike?: Lookalike | null;
  readonly counterparty?: Counterparty;
}

/** The alert of a transfer like describedTransfer(), with the given parts replaced. */
export function transferAlert({
  watch,
  transfer,
  token,
  id = 'a1',
  ...parts
}: TransferParts = {}): TransferAlert {
  const usual = { verdict: ok, lookalike: null, counterparty: 'new' } as const;
  const input = { ...of(watch, id), transfer: describedTransfer(transfer, token) };
  return composeTransferAlert({ ...input, ...usual, ...parts });
}

/** The same, with the parts that tests change most as the first parameters. */
export function receivedAlert(
  transfer: TransferParts['transfer'] = {},
  token: TransferParts['token'] = {},
  more: TransferParts = {},
): TransferAlert {
  return transferAlert({ ...more, transfer, token });
}

export function watchingAlert(watch: Partial<Watch> = {}, fromBlock: number | null = null): WatchingAlert {
  const since = '2026-01-02T03:04:00.000Z';
  return composeWatchingAlert({ ...of(watch, 'w1', '2026-01-02T03:04:00.500Z'), since, fromBlock });
}

/** An approval of the treasury: the exchange may spend unlimited USDC. */
export function approvalEvent(over: Partial<ApprovalEvent> = {}): ApprovalEvent {
  const { token, transactionHash, blockNumber, blockTimestamp } = describedTransfer();
  return {
    ...{ kind: 'approval', key: 'k1', of: 'erc20', isGranted: true, token, spender: exchange },
    ...{ value: (2n ** 256n - 1n).toString(), unlimited: true, tokenId: null, expires: null },
    ...{ transactionHash, blockNumber, blockTimestamp, sentByWallet: null, scannedTo: blockNumber },
    ...over,
  };
}

export function approvalAlert(
  event: Partial<ApprovalEvent> = {},
  {
    watch,
    ...parts
  }: Pick<TransferParts, 'watch'> &
    Partial<Pick<ApprovalInput, 'verdict' | 'contact' | 'isSpenderKnown'>> = {},
): ApprovalAlert {
  const usual = { verdict: ok, contact: null, isSpenderKnown: false };
  return composeApprovalAlert({ ...of(watch, 'g1'), event: approvalEvent(event), ...usual, ...parts });
}

/** The alert of an entry that could not be read. */
export function unreadableAlert({
  watch,
  entry = { transactionHash: `0x${'ab'.repeat(32)}`, blockNumber: 18_000_000, reason: 'value is missing' },
  others = 0,
}: {
  readonly watch?: Partial<Watch>;
  readonly entry?: UnreadableTransfer;
  readonly others?: number;
} = {}): UnreadableAlert {
  return composeUnreadableAlert({ ...of(watch, 'u1'), entry, others });
}

const seenInBlock = {
  blockNumber: 18_000_000,
  blockTimestamp: null,
  transactionHash: null,
  scannedTo: 18_000_000,
};

/** A wallet has fewer coins than its row's floor. */
export function balanceEvent(over: Partial<BalanceEvent> = {}): BalanceEvent {
  const token = ownCoin({ coin: { name: 'Ether', symbol: 'ETH' } });
  const low = { kind: 'balance', key: 'low', fell: null, token, value: '50000000000000000' } as const;
  return { ...low, minimum: '0.1', ...seenInBlock, ...over };
}

export function balanceAlert(event: Partial<BalanceEvent> = {}, watch: Partial<Watch> = {}): BalanceAlert {
  return composeBalanceAlert(balanceEvent(event), of(watch, 'b1'));
}

/** A wallet runs the code of a contract. */
export function controlEvent(over: Partial<ControlEvent> = {}): ControlEvent {
  const after = parseAddress('0x63c0c19a282a1b52b07dd5a65b58948a07dae32b');
  const what = 'delegation';
  return { kind: 'control', key: what, what, before: null, after, ...seenInBlock, ...over };
}

export function controlAlert(event: Partial<ControlEvent> = {}, watch: Partial<Watch> = {}): ControlAlert {
  return composeControlAlert(controlEvent(event), of(watch, 'c1'));
}

/** The alert that this transfer is no longer on the chain. */
export function revertedAlert(
  parts: TransferParts = {},
  others: RevertedAlert['others'] = null,
): RevertedAlert {
  return composeRevertedAlert(transferAlert(parts), { id: 'r1', detectedAt: later, others });
}

/** The digest of these transfers; by default of a dozen, one in each of the last twelve blocks, every third of gold. */
export function digestAlert({
  watch,
  transfers = dozenTransfers(),
  hidden = 0,
}: Pick<TransferParts, 'watch'> & {
  readonly transfers?: readonly DescribedTransfer[];
  readonly hidden?: number;
} = {}): DigestAlert {
  return composeDigestAlert({ ...of(watch, 'd1', later), reported: toTell(transfers), hidden });
}

/** Transfers with their own alerts, as a digest takes them. */
export function toTell(transfers: readonly DescribedTransfer[]): ReportedTransfer[] {
  return transfers.map((transfer, i) => {
    const { token, ...rest } = transfer;
    return { transfer, alert: transferAlert({ transfer: rest, token, id: `id ${i}` }) };
  });
}

function dozenTransfers(): DescribedTransfer[] {
  return Array.from({ length: 12 }, (_, i) => {
    const at = { blockNumber: 18_000_000 + i, value: BigInt(i + 1) * 1_000_000n };
    return describedTransfer(at, i % 3 === 2 ? gold : {});
  });
}

export function lookalikeOf(over: Partial<Lookalike> = {}): Lookalike {
  return {
    address: imitation,
    imitates: exchange,
    proven: true,
    lastPaidAt: '2026-01-01T10:00:00.000Z',
    samePrefix: 4,
    sameSuffix: 4,
    ...over,
  };
}

/** The verdict if the other side looks like another address, and neither was paid in a known token. */
export const pairVerdict: Verdict = { ...ok, reasons: [reasonOf(lookalikeOf({ proven: false }))] };

/** Whether an alert shows its verdict in texts, by the row's policy. */
export const markedByPolicy = [
  ['hide', lure, true],
  ['mark', lure, true],
  ['show', lure, false],
  ['show', ok, true],
] as const;

/** One side of a transfer, as the API gives it. */
export const party = (address: Address, label: string | null = null) => ({ address, label });

/** The sides of a transfer that leaves the treasury, or that comes from the imitation. */
export const toExchange = {
  direction: 'out',
  from: party(treasury),
  to: party(exchange, 'Binance 14'),
} as const;
export const toImitation = { ...toExchange, to: party(imitation) };
export const fromImitation = { from: party(imitation) };

/** A token that nobody vouches for. */
export const gold = {
  address: parseAddress(`0x${'12'.repeat(20)}`),
  name: 'Gold',
  symbol: 'GLD',
  verified: null,
};

/** The warning about a zero transfer from an imitation of the exchange, or about another transfer. */
export function poisoningAlert({
  watch,
  transfer,
  token,
  verdict = ok,
  id = 'p1',
  lookalike,
  others = 0,
}: Omit<TransferParts, 'lookalike'> & {
  readonly lookalike?: Partial<Lookalike>;
  readonly others?: number;
} = {}): PoisoningAlert {
  const found = lookalikeOf(lookalike);
  const reasons = found.proven ? verdict.reasons : [reasonOf(found), ...verdict.reasons];
  return composePoisoningAlert({
    ...of(watch, id, later),
    transfer: describedTransfer({ value: 0n, ...fromImitation, ...transfer }, token),
    ...{ verdict: { ...verdict, reasons }, lookalike: found, counterparty: 'new', others },
  });
}
