import { afterAll, expect, it } from 'vitest';
import { localFunctions } from '../../lib/local/lambda/functions.ts';
import { putRow, tickOf, useEmbeddedAws } from '../support/embedded.ts';
import { FakeApi } from '../support/fakes/fake-api.ts';
import { testKey } from '../support/test-key.ts';

const wallet = `0x${'5'.repeat(40)}`;
const embedded = useEmbeddedAws();
const api = new FakeApi(testKey);
afterAll(() => api.close());

it('the local run hears once of a hidden or filtered transfer, and not of a published one', async () => {
  const { aws } = embedded;
  const hidden: string[] = [];
  const baseUrl = await api.listen();
  const functions = localFunctions(
    aws,
    { baseUrl, coinBaseUrl: '', key: testKey },
    {
      hidden: ({ alert, kind, filter = '' }) =>
        hidden.push(
          `${kind} ${'transfer' in alert ? alert.transfer.transactionHash : alert.type} ${filter}`.trim(),
        ),
    },
  );
  await putRow(aws, { wallet, chain: 'eth', minAmount: '3' });
  const tick = () => tickOf(functions, aws);
  await tick();
  const from = `0x${'7'.repeat(40)}`;
  const lure = { name: 'Visit claim-usdc.example to claim', symbol: 'CLAIM', verified: false };
  const token = { address: `0x${'6'.repeat(40)}`, ...lure };
  const spam = api.mine({ chain: 'eth', from, to: wallet, value: 10n ** 24n, token, possibleSpam: true });
  api.mine({ chain: 'eth', from, to: wallet, value: 12_500_000n });
  const small = api.mine({ chain: 'eth', from, to: wallet, value: 2_500_000n });
  await tick();
  await tick();
  expect(hidden).toEqual([
    `hidden ${spam.wire.transaction_hash}`,
    `filtered ${small.wire.transaction_hash} less than minAmount (3)`,
  ]);
});
