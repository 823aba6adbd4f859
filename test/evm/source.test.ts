import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedNodes } from '../../lib/local/lambda/functions.ts';
import { useEmbeddedAws } from '../support/embedded.ts';
import { walletNumber } from '../support/worlds/hinted-world.ts';
import { nodeWorld, said } from '../support/worlds/node-world.ts';
import { Evm } from './evm.ts';
import { approveData, tokenCode } from './token-contract.ts';

const embedded = useEmbeddedAws();
const { owner } = Evm;
const friend = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

let evm: Evm;
let tick: ReturnType<typeof nodeWorld>['tick'];

beforeAll(async () => {
  evm = await Evm.start();
  await evm.rpc('hardhat_impersonateAccount', friend);
  await evm.rpc('hardhat_setBalance', friend, `0x${(10n ** 20n).toString(16)}`);
  const world = nodeWorld(embedded, fixedNodes(new Map([['0x1', evm.url]])), { source: { '0x1': 'node' } });
  tick = world.tick;
  await world.put({ wallet: owner, chain: 'eth' });
  await tick();
  await tick();
});

afterAll(() => evm.stop());

const block = () => evm.rpc('evm_mine');

it('on a chain that is read from its node, ether and tokens are reported, also when a re-org takes them back', async () => {
  await evm.pay(owner, friend, 1_500_000_000_000_000_001n);
  expect(said(await tick())).toEqual(['transfer.sent native 1500000000000000001']);
  expect(said(await tick())).toEqual([]);
  await evm.mine([{ from: walletNumber(9), to: owner }], Date.now());
  const [alert] = await tick();
  expect(alert).toMatchObject({ type: 'transfer.received', transfer: { kind: 'erc20', value: '1' } });

  const snapshot = await evm.rpc('evm_snapshot');
  await evm.pay(friend, owner, 7n);
  expect(said(await tick())).toEqual(['transfer.received native 7']);
  await evm.rpc('evm_revert', snapshot);
  await block();
  await block();
  const later: string[] = [];
  for (let ticks = 0; ticks < 4; ticks += 1) later.push(...said(await tick()));
  expect(later).toEqual(['transfer.reverted native 7']);
});

it('ether that leaves as soon as it arrives is reported, even with a hundred blocks between two ticks', async () => {
  const [gas, gasPrice, paid] = [21_000n, 3n * 10n ** 9n, 10n ** 18n];
  const hex = (value: bigint) => `0x${value.toString(16)}`;
  const taken = paid - gas * gasPrice;
  const before = await evm.rpc('eth_getBalance', owner, 'latest');
  await evm.mineEmpty(50);
  await evm.pay(friend, owner, paid);
  const theft = { from: owner, to: friend, gas: hex(gas), gasPrice: hex(gasPrice), value: hex(taken) };
  await evm.rpc('eth_sendTransaction', theft);
  await block();
  await evm.mineEmpty(50);
  expect(await evm.rpc('eth_getBalance', owner, 'latest')).toBe(before);
  expect(said(await tick())).toEqual([`transfer.received native ${paid}`, `transfer.sent native ${taken}`]);
});

it('ether that a delegated account unwraps and sends on in one transaction is reported both ways', async () => {
  const [weth, code] = ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', walletNumber(8_011)];
  await evm.rpc('hardhat_setBalance', weth, '0x5');
  // It pays the caller 5, and writes Withdrawal(caller, 5).
  const withdrawal = '7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';
  await evm.rpc('hardhat_setCode', weth, `0x60055f525f5f5f5f6005335af150337f${withdrawal}60205fa200`);
  // A call with data calls the contract, and pays 5 to the friend.
  const calls = `5f5f60015f5f73${weth.slice(2)}5af1505f5f5f5f600573${friend.slice(2)}5af15000`;
  await evm.rpc('hardhat_setCode', code, `0x36600557005b${calls}`);
  await evm.rpc('hardhat_setCode', owner, `0xef0100${code.slice(2)}`);
  await block();
  expect(said(await tick())).toEqual(['control.changed']);
  await evm.rpc('eth_sendTransaction', { from: friend, to: owner, data: '0x01', gas: '0x100000' });
  await block();
  expect(said(await tick())).toEqual([
    'transfer.received native 5 internal',
    'transfer.sent native 5 internal',
  ]);
  await evm.rpc('hardhat_setCode', owner, '0x');
  await block();
  expect(said(await tick())).toEqual(['control.changed']);
});

it("an approval is reported once, with the state's value, and so is its end", async () => {
  const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
  const approve = async (value: bigint) => {
    await evm.rpc('eth_sendTransaction', { from: owner, to: usdc, data: approveData(friend, value) });
    await block();
  };
  await evm.rpc('hardhat_setCode', usdc, tokenCode);
  await approve(2n ** 256n - 1n);
  const [granted, ...others] = await tick();
  expect(others).toEqual([]);
  expect(granted).toMatchObject({
    type: 'approval.granted',
    approval: { kind: 'erc20', spender: { address: friend }, unlimited: true, token: { symbol: 'USDC' } },
  });
  expect(said(await tick())).toEqual([]);
  await approve(5n);
  await approve(0n);
  expect(said(await tick())).toEqual(['approval.revoked']);
  for (let ticks = 0; ticks < 3; ticks += 1) expect(said(await tick())).toEqual([]);
});
