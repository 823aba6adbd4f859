import { expect, it } from 'vitest';
import { keepTransfers } from '../../../functions/activity/source/keep-transfers.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { noFinds } from '../../../functions/node/coin/scan-native.ts';
import { transferTopic } from '../../../functions/node/movements.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { describedTransfer, exchange, imitation, treasury, watchOf } from '../../support/alerts.ts';
import { eventLog, topicOf } from '../../support/event-logs.ts';

const piece = eventLog({
  topics: [transferTopic, topicOf(exchange), topicOf(treasury), topicOf(7)],
  data: '0x',
});
const { transactionHash, blockNumber, blockHash } = piece;

it('incoming coin is internal, and its sender comes from the blocks that were read for coin', async () => {
  const sent = { hash: transactionHash, index: 2, from: imitation, to: null, value: 0n, delegates: [] };
  const block = { number: blockNumber, hash: blockHash, minedAt: 101, transactions: [sent] };
  const party = (address: typeof treasury) => ({ address, label: null });
  const paid = describedTransfer({ kind: 'native', from: party(exchange), to: party(treasury) });
  const seen = new Map([[treasury, { blocks: new Set([blockNumber]), logs: new Map([['', piece]]) }]]);
  const asked: string[] = [];
  const stored = new Map<string, readonly Transfer[]>();
  await keepTransfers(
    {
      chain: findChain('eth'),
      watches: [watchOf({ wallet: treasury }), watchOf({ wallet: exchange })],
      ...{ record: { asking: null }, items: { hot: new Map() } },
      scan: { span: { from: blockNumber, to: blockNumber }, rewoundTo: null, seen },
    } as never,
    {
      ...{ ...noFinds, bodies: [block], logged: [paid], through: blockNumber, from: null },
      isInternal: ({ kind }, wallet) => kind === 'native' && wallet === treasury,
    },
    {
      ask: async (calls: readonly { method: string }[]) => {
        asked.push(...calls.map(({ method }) => method));
        return calls.map(() => ({ error: 'execution reverted' }));
      },
    } as never,
    {
      source: {
        tokens: { find: async () => new Map(), keep: async () => {} },
        write: async ({ wallet }: { wallet: string }, found: readonly Transfer[]) =>
          void stored.set(wallet, found),
      },
    } as never,
  );
  const internal = (wallet: string) => stored.get(wallet)?.map((one) => `${one.kind} ${one.internal}`);
  expect([internal(treasury), internal(exchange)]).toEqual([
    ['native true', 'erc721 false'],
    ['native false', 'erc721 false'],
  ]);
  expect(stored.get(treasury)?.[1]?.sentBy).toBe(imitation);
  expect(asked).not.toContain('eth_getTransactionByHash');
});
