import { expect, it, onTestFinished } from 'vitest';
import { alertSchema } from '../../functions/alert/alert.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { fixedNodes, localFunctions } from '../../lib/local/lambda/functions.ts';
import { takeAlerts, takePolls, useEmbeddedAws } from '../support/embedded.ts';
import { FakeApi } from '../support/fake-api.ts';
import { walletNumber } from '../support/hinted-world.ts';
import { rowAdder } from '../support/row-adder.ts';
import { testKey } from '../support/test-key.ts';
import { Anvil } from './anvil.ts';

const embedded = useEmbeddedAws();
const minute = 60_000;
// Low addresses are those of precompiled contracts.
const stranger = walletNumber(9_009);
const owner = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

it('beside the API a real EVM reports coin, floors and delegations, and its tokens stay with the API', async () => {
  const { aws } = embedded;
  const anvil = await Anvil.start(Math.floor(Date.now() / 1_000) * 1_000 - 30_000);
  onTestFinished(() => anvil.stop());
  const api = new FakeApi(testKey);
  onTestFinished(() => api.close());
  const access = { baseUrl: await api.listen(), coinBaseUrl: '', key: testKey };
  const functions = localFunctions(aws, access, { findNode: fixedNodes(new Map([['0x1', anvil.url]])) });
  const add = rowAdder(documentClient(aws.dynamodb), aws.tables.watchlist);
  await add({ wallet: owner, chain: 'eth', watch: 'erc20, native, control', minBalance: '1' });
  let now = Math.floor(Date.now() / minute) * minute - 10 * minute;
  const told = async () => {
    await anvil.rpc('evm_mine');
    now += minute;
    await functions.dispatch(new Date(now));
    for (let event = await takePolls(aws); event !== null; event = await takePolls(aws))
      await functions.workers[0]?.(event);
    const alerts = (await takeAlerts(aws)).map(({ json }) => alertSchema.parse(json));
    return alerts.map((alert) =>
      'transfer' in alert ? `${alert.type} ${alert.transfer.kind} ${alert.transfer.value}` : alert.type,
    );
  };
  await told();
  expect(await told()).toEqual([]);

  await anvil.mine([{ from: stranger, to: owner }], Date.now());
  await anvil.rpc('eth_sendTransaction', { from: owner, to: stranger, value: '0x7' });
  expect(await told()).toEqual(['transfer.sent native 7']);
  await anvil.rpc('anvil_setBalance', owner, '0xde0b6b3a763ffff');
  await anvil.rpc('anvil_setCode', owner, `0xef0100${walletNumber(8_008).slice(2)}`);
  // Without a block the balance falls beside all transactions: a scan that remembers the last one tells of that too.
  expect(await told()).toEqual(expect.arrayContaining(['balance.low', 'control.changed']));
  expect(await told()).toEqual([]);
});
