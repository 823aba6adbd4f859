import type { TransferAlert, WatchingAlert } from '../../functions/alert/alert.ts';
import { composeTransferAlert, composeWatchingAlert } from '../../functions/alert/compose.ts';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import type { CoinRecord } from '../../functions/coin/coin-record.ts';
import type { Verdict } from '../../functions/spam/verdict.ts';
import type { DescribedTransfer } from '../../functions/transfer/described-transfer.ts';
import type { Watch } from '../../functions/wallet/watch.ts';

export const treasury: Address = parseAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045');
export const exchange: Address = parseAddress('0x28c6c06298d514db089934071355e5743bf21d60');
export const usdc: Address = parseAddress('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');

/** A row that says what every row may say. */
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
    spam: 'hide',
    everySeconds: null,
    paused: false,
    fromBlock: null,
    tags: ['ops'],
    ...over,
  };
}

/** 12,500.5 USDC from an exchange. */
export function describedTransfer(
  over: Partial<Omit<DescribedTransfer, 'token'>> = {},
  token: Partial<DescribedTransfer['token']> = {},
): DescribedTransfer {
  return {
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
    transactionIndex: 3,
    logIndex: 41,
    blockNumber: 18_000_000,
    blockHash: `0x${'0f'.repeat(32)}`,
    blockTimestamp: '2026-01-02T03:04:05.000Z',
    possibleSpam: false,
    direction: 'in',
    coin: null,
    ...over,
  };
}

export const ok: Verdict = { spam: false, score: 0, reasons: [] };
export const lure: Verdict = {
  spam: true,
  score: 90,
  reasons: [
    { rule: 'link-in-name', detail: 'The name holds a web address: claim.xyz.' },
    { rule: 'unverified', detail: 'The API does not know the token.' },
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

interface Parts {
  readonly watch?: Partial<Watch>;
  readonly transfer?: Partial<Omit<DescribedTransfer, 'token'>>;
  readonly token?: Partial<DescribedTransfer['token']>;
  readonly verdict?: Verdict;
  readonly id?: string;
}

/** The alert of that transfer, or of one that differs in the parts given. */
export function transferAlert({
  watch,
  transfer,
  token,
  verdict = ok,
  id = 'a1',
}: Parts = {}): TransferAlert {
  return composeTransferAlert({
    watch: watchOf(watch),
    transfer: describedTransfer(transfer, token),
    verdict,
    id,
    detectedAt: '2026-01-02T03:04:12.345Z',
  });
}

export function watchingAlert(watch: Partial<Watch> = {}, fromBlock: number | null = null): WatchingAlert {
  return composeWatchingAlert({
    watch: watchOf(watch),
    id: 'w1',
    since: '2026-01-02T03:04:00.000Z',
    fromBlock,
    detectedAt: '2026-01-02T03:04:00.500Z',
  });
}
