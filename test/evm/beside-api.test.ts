import { expect, it, onTestFinished } from 'vitest';
import { fixedNodes } from '../../lib/local/lambda/functions.ts';
import { useEmbeddedAws } from '../support/embedded.ts';
import { FakeApi } from '../support/fakes/fake-api.ts';
import { testKey } from '../support/test-key.ts';
import { walletNumber } from '../support/worlds/hinted-world.ts';
import { nodeWorld, said } from '../support/worlds/node-world.ts';
import { Anvil } from './anvil.ts';

const embedded = useEmbeddedAws();
// Low addresses are precompiled contracts.
const stranger = walletNumber(9_009);
const owner = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

it('beside the API a real EVM reports coin, floors and delegations, but no tokens', async () => {
  const anvil = await Anvil.start();
  onTestFinished(() => anvil.stop());
  const api = new FakeApi(testKey);
  onTestFinished(() => api.close());
  const access = { baseUrl: await api.listen(), coinBaseUrl: '', key: testKey };
  const world = nodeWorld(embedded, fixedNodes(new Map([['0x1', anvil.url]])), access);
  await world.put({ wallet: owner, chain: 'eth', watch: 'erc20, native, control', minBalance: '1' });
  const told = async () => {
    await anvil.rpc('evm_mine');
    return said(await world.tick());
  };
  await told();
  expect(await told()).toEqual([]);

  await anvil.mine([{ from: stranger, to: owner }], Date.now());
  await anvil.rpc('eth_sendTransaction', { from: owner, to: stranger, value: '0x7' });
  expect(await told()).toEqual(['transfer.sent native 7']);
  await anvil.rpc('anvil_setBalance', owner, '0xde0b6b3a763ffff');
  await anvil.rpc('anvil_setCode', owner, `0xef0100${walletNumber(8_008).slice(2)}`);
  // An empty block: the balance falls without a transaction. A scan that remembers the last balance reports that too.
  expect(await told()).toEqual(expect.arrayContaining(['balance.low', 'control.changed']));
  expect(await told()).toEqual([]);
});
