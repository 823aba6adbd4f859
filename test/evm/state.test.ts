import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { fixedNodes } from '../../lib/local/lambda/functions.ts';
import { useEmbeddedAws } from '../support/embedded.ts';
import { walletNumber } from '../support/worlds/hinted-world.ts';
import { nodeWorld } from '../support/worlds/node-world.ts';
import { Evm } from './evm.ts';
import { SafeOnChain } from './safe-contract.ts';

const embedded = useEmbeddedAws();
// Low addresses are precompiled contracts.
const [contract, other] = [walletNumber(8_008), walletNumber(8_009)];

let evm: Evm;
let tick: () => Promise<Alert[]>;
let put: ReturnType<typeof nodeWorld>['put'];

beforeAll(async () => {
  evm = await Evm.start();
  const world = nodeWorld(embedded, fixedNodes(new Map([['0x1', evm.url]])), { source: { '0x1': 'node' } });
  put = world.put;
  tick = async () => {
    await evm.rpc('evm_mine');
    return world.tick();
  };
});

afterAll(() => evm.stop());

const types = async () => (await tick()).map(({ type }) => type);
const controls = async () => (await tick()).map((alert) => 'control' in alert && alert.control);

it('a floor and a delegation are reported from the state of a real EVM', async () => {
  const wallet = walletNumber(7);
  await put({ wallet, chain: 'eth', watch: 'control', minBalance: '1' });
  await tick();
  expect(await types()).toEqual([]);
  await evm.rpc('hardhat_setBalance', wallet, '0xde0b6b3a7640000');
  expect(await types()).toEqual(['balance.restored']);
  await evm.rpc('hardhat_setBalance', wallet, '0xde0b6b3a763ffff');
  await evm.rpc('hardhat_setCode', wallet, `0xef0100${contract.slice(2)}`);
  expect(await tick()).toMatchObject([
    { type: 'balance.low', balance: { amount: '0.999999999999999999', minimum: '1' } },
    { type: 'control.changed', control: { what: 'delegation', before: null, after: contract } },
  ]);
  expect(await types()).toEqual([]);
  await evm.rpc('hardhat_setCode', wallet, '0x');
  expect(await controls()).toMatchObject([{ before: contract, after: null }]);
});

it("a Safe's change is reported, even if only its storage shows the new implementation", async () => {
  const wallet = walletNumber(77);
  const safe = await SafeOnChain.place(evm, wallet, contract);
  await safe.setOwners(walletNumber(1), walletNumber(2));
  await safe.setThreshold(2);
  await put({ wallet, chain: 'eth', watch: 'control' });
  await tick();
  expect(await types()).toEqual([]);

  await safe.setOwners(walletNumber(1), walletNumber(2), walletNumber(3));
  const topic = '0x9465fa0c962cc76958e6373a993326400c1c94f8be2fe3a952adfa7f60b2ea26'; // AddedOwner(address)
  const transactionHash = await safe.log(topic, walletNumber(3));
  await safe.setThreshold(1);
  await safe.setModules(walletNumber(4));
  expect(await controls()).toMatchObject([
    { what: 'module-enabled', before: null, after: walletNumber(4), transactionHash: null },
    { what: 'owner-added', before: null, after: walletNumber(3), transactionHash },
    { what: 'threshold', before: '2', after: '1', transactionHash: null },
  ]);
  expect(await types()).toEqual([]);

  // As in the theft from Bybit: the new code answers none of a Safe's calls.
  await safe.store('0x0', other);
  await evm.rpc('hardhat_setCode', other, '0x60006000fd');
  expect(await controls()).toMatchObject([{ what: 'implementation', before: contract, after: other }]);
  await safe.store('0x0', contract);
  await safe.setModules();
  expect(await controls()).toMatchObject([
    { what: 'implementation', before: other, after: contract },
    { what: 'module-disabled', before: walletNumber(4), after: null },
  ]);
  expect(await types()).toEqual([]);
});
