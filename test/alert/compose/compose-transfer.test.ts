import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeRevertedAlert } from '../../../functions/alert/compose/compose-transfer.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { expectValidAlert } from '../../support/alert-schema.ts';
import {
  coinOf,
  describedTransfer,
  exchange,
  lookalikeOf,
  lure,
  markedByPolicy,
  transferAlert,
  treasury,
} from '../../support/alerts.ts';
import { forAll } from '../../support/for-all.ts';
import { hostileText } from '../hostile-text.ts';
import { invisibleIn } from '../links-in.ts';

describe('a transfer alert', () => {
  it('has every field, in the form that readers rely on', () => {
    expect(transferAlert()).toEqual({
      version: 1,
      id: 'a1',
      type: 'transfer.received',
      severity: 'info',
      wallet: { address: treasury, chain: 'eth', chainId: '0x1', label: 'Treasury', tags: ['ops'] },
      transfer: {
        kind: 'erc20',
        direction: 'in',
        amount: '12500.5',
        value: '12500500000',
        usd: null,
        token: describedTransfer().token,
        tokenId: null,
        internal: false,
        from: { address: exchange, label: 'Binance 14', contact: null },
        to: { address: treasury, label: null, contact: 'Treasury' },
        transactionHash: `0x${'a1b2c3d4'.repeat(8)}`,
        transactionIndex: 3,
        logIndex: 41,
        blockNumber: 18_000_000,
        blockHash: `0x${'0f'.repeat(32)}`,
        blockTimestamp: '2026-01-02T03:04:05.000Z',
        explorerUrl: `https://etherscan.io/tx/0x${'a1b2c3d4'.repeat(8)}`,
      },
      counterparty: 'new',
      lookalike: null,
      marked: true,
      coin: null,
      verdict: { spam: false, score: 0, reasons: [] },
      detectedAt: '2026-01-02T03:04:12.345Z',
    });
  });

  it('says whom the other side imitates, only in the fields of the contract', () => {
    const alert = transferAlert({ lookalike: { ...lookalikeOf(), ...{ foundBefore: true } } });
    const { proven, ...ofContract } = lookalikeOf();
    expect(alert.lookalike).toEqual({ ...ofContract, contact: null });
    expectValidAlert(JSON.stringify(alert));
  });

  it('names no imitated address if neither of two was paid: a program might trust the fake one', () => {
    expect(transferAlert({ lookalike: lookalikeOf({ proven: false }) }).lookalike).toBeNull();
  });

  it.each(markedByPolicy)('under the policy %s (%#), verdict %o: marked is %s', (spam, verdict, marked) => {
    expect(transferAlert({ watch: { spam }, verdict }).marked).toBe(marked);
  });

  it('has null for unknown values, and keeps every field', () => {
    const alert = transferAlert({
      watch: { label: null, tags: [], chain: findChain('0x1234') },
      transfer: {
        ...{ from: { address: exchange, label: null }, to: { address: null, label: null } },
        ...{ transactionIndex: null, logIndex: null, blockHash: null, blockTimestamp: null },
      },
      token: { name: null, symbol: null, decimals: null, logo: null, verified: null },
    });
    expectValidAlert(JSON.stringify(alert));
    expect(alert.wallet).toMatchObject({ chain: '0x1234', chainId: '0x1234', label: null, tags: [] });
    expect(alert.transfer).toMatchObject({ amount: null, value: '12500500000', explorerUrl: null });
  });

  it("takes the token's description, and not its coin record, whose decimals may differ", () => {
    const bare = transferAlert({
      transfer: { coin: coinOf() },
      token: { name: '\u200b', symbol: null, decimals: null },
    });
    expect(bare.transfer.token).toMatchObject({ name: null, symbol: null, decimals: null });
    expect(bare.transfer.amount).toBeNull();
    expect(bare.coin).toMatchObject({ decimals: 6 });
  });

  it('carries the coin record cleaned, hex in lower case', () => {
    const { coin } = transferAlert({ transfer: { coin: coinOf({ name: 'USD\u202e\nCoin' }) } });
    expect(coin).toEqual({
      coinType: '0xf22b::asset::USDC',
      coinTypeHash: '91ceb1308a98389691e05158b07ed5f079ab78461a6bb8d5a4054b1bb5cb8bb6',
      name: 'USD Coin',
      symbol: 'zUSDC',
      decimals: 6,
      creatorAddress: '0xf22b',
      supplyAggregatorTableHandle: null,
      supplyAggregatorTableKey: null,
      transactionCreatedTimestamp: '2022-10-12T23:51:25.000000',
      transactionVersionCreated: '2305843009213693952',
    });
  });

  it('cleans, dedupes and bounds the tags', () => {
    const many = Array.from({ length: 50 }, (_, i) => `t${i}`);
    const tags = ['ops', ' ops\u200b', '\u202e', 'x'.repeat(100), ...many];
    const alert = transferAlert({ watch: { tags } });
    expect(alert.wallet.tags.slice(0, 3)).toEqual(['ops', 'x'.repeat(64), 't0']);
    expect(alert.wallet.tags).toHaveLength(32);
  });

  it('cleans the text that a rule quotes', () => {
    const verdict = { ...lure, reasons: [{ rule: 'lure', detail: `Says "${'x'.repeat(400)}\u202e\n"` }] };
    expect(transferAlert({ verdict }).verdict?.reasons[0]?.detail).toBe(`Says "${'x'.repeat(294)}`);
  });

  it('fits the schema and has nothing invisible in it, whatever others wrote', () => {
    const text = fc.option(hostileText);
    forAll([text, text, text, hostileText], (name, symbol, label, detail) => {
      const alert = transferAlert({
        watch: { label, tags: [label ?? '', detail] },
        transfer: {
          from: { address: null, label: name },
          coin: coinOf({ name, symbol, coinType: detail, coinTypeHash: detail, creatorAddress: label }),
        },
        token: { name, symbol },
        verdict: { spam: true, score: 1, reasons: [{ rule: 'lure', detail }] },
      });
      const json = JSON.stringify(alert);
      expect(invisibleIn(json)).toEqual([]);
      expectValidAlert(json);
    });
  });
});

describe('the alert of a transfer that the chain dropped', () => {
  const reverted = { id: 'r1', others: null, detectedAt: '2026-01-02T03:06:00.000Z' };

  it('repeats the alert that it takes back, and gives its id', () => {
    const transfer = { coin: coinOf() };
    const takenBack = transferAlert({
      watch: { spam: 'show' },
      transfer,
      verdict: lure,
      lookalike: lookalikeOf(),
    });
    const alert = composeRevertedAlert(takenBack, reverted);
    expectValidAlert(JSON.stringify(alert));
    const changed = { type: 'transfer.reverted', severity: 'warning', reverts: 'a1' };
    expect(alert).toEqual({ ...takenBack, ...reverted, ...changed });
  });
});
