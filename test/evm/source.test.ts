import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Alert, alertSchema } from '../../functions/alert/alert.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { fixedNodes, type LocalFunctions, localFunctions } from '../../lib/local/lambda/functions.ts';
import { takeAlerts, takePolls, useEmbeddedAws } from '../support/embedded.ts';
import { walletNumber } from '../support/hinted-world.ts';
import { rowAdder } from '../support/row-adder.ts';
import { Anvil } from './anvil.ts';
import { approveData, tokenCode } from './token-contract.ts';

const embedded = useEmbeddedAws();
const owner = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const friend = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const minute = 60_000;

let anvil: Anvil;
/** The API, which nobody may ask. */
let tripwire: Server;
let asked = 0;
let functions: LocalFunctions;
let now: number;

beforeAll(async () => {
  now = Math.floor(Date.now() / minute) * minute - 10 * minute;
  anvil = await Anvil.start(Math.floor(Date.now() / 1_000) * 1_000 - 30_000);
  await anvil.rpc('anvil_impersonateAccount', friend);
  await anvil.rpc('anvil_setBalance', friend, `0x${(10n ** 20n).toString(16)}`);
  asked = 0;
  tripwire = createServer((_, reply) => {
    asked += 1;
    reply.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => tripwire.once('listening', listening));
  const { port } = tripwire.address() as AddressInfo;
  const { aws } = embedded;
  const access = { baseUrl: `http://127.0.0.1:${port}`, coinBaseUrl: `http://127.0.0.1:${port}`, key: null };
  const source = { '0x1': 'node' } as const;
  functions = localFunctions(
    aws,
    { ...access, source },
    { findNode: fixedNodes(new Map([['0x1', anvil.url]])) },
  );
  await rowAdder(documentClient(aws.dynamodb), aws.tables.watchlist)({ wallet: owner, chain: 'eth' });
  await tick();
  await tick();
});

afterAll(() => {
  anvil.stop();
  tripwire.close();
  expect(asked).toBe(0);
});

/** One tick, and what its polls publish. */
async function tick(): Promise<Alert[]> {
  now += minute;
  await functions.dispatch(new Date(now));
  for (let event = await takePolls(embedded.aws); event !== null; event = await takePolls(embedded.aws))
    await functions.workers[0]?.(event);
  return (await takeAlerts(embedded.aws)).map(({ json }) => alertSchema.parse(json));
}

const said = (alerts: readonly Alert[]) =>
  alerts.map((alert) =>
    'transfer' in alert
      ? `${alert.type} ${alert.transfer.kind} ${alert.transfer.value}${alert.transfer.internal ? ' internal' : ''}`
      : alert.type,
  );
const pay = (from: string, to: string, value: bigint) =>
  anvil.rpc('eth_sendTransaction', { from, to, value: `0x${value.toString(16)}` });
const block = () => anvil.rpc('evm_mine');

it('a wallet of a chain that is read from its node is told of ether and tokens, also when a re-org takes them back', async () => {
  await pay(owner, friend, 1_500_000_000_000_000_001n);
  await block();
  expect(said(await tick())).toEqual(['transfer.sent native 1500000000000000001']);
  expect(said(await tick())).toEqual([]);
  await anvil.mine([{ from: walletNumber(9), to: owner }], Date.now());
  const [alert] = await tick();
  expect(alert).toMatchObject({ type: 'transfer.received', transfer: { kind: 'erc20', value: '1' } });

  await pay(friend, owner, 7n);
  await block();
  expect(said(await tick())).toEqual(['transfer.received native 7']);
  await anvil.rpc('anvil_rollback', 1);
  await block();
  await block();
  const later: string[] = [];
  for (let ticks = 0; ticks < 4; ticks += 1) later.push(...said(await tick()));
  expect(later).toEqual(['transfer.reverted native 7']);
});

it('ether that is taken as soon as it comes is reported, although a hundred blocks lie between two ticks', async () => {
  const [gas, gasPrice, paid] = [21_000n, 3n * 10n ** 9n, 10n ** 18n];
  const hex = (value: bigint) => `0x${value.toString(16)}`;
  const taken = paid - gas * gasPrice;
  const before = await anvil.rpc('eth_getBalance', owner, 'latest');
  await anvil.rpc('anvil_mine', '0x32', '0x0');
  await pay(friend, owner, paid);
  await block();
  const theft = { from: owner, to: friend, gas: hex(gas), gasPrice: hex(gasPrice), value: hex(taken) };
  await anvil.rpc('eth_sendTransaction', theft);
  await block();
  await anvil.rpc('anvil_mine', '0x32', '0x0');
  expect(await anvil.rpc('eth_getBalance', owner, 'latest')).toBe(before);
  expect(said(await tick())).toEqual([`transfer.received native ${paid}`, `transfer.sent native ${taken}`]);
});

it('an approval is reported as the state is, once, and so is its end', async () => {
  const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
  const approve = async (value: bigint) => {
    await anvil.rpc('eth_sendTransaction', { from: owner, to: usdc, data: approveData(friend, value) });
    await block();
  };
  await anvil.rpc('anvil_setCode', usdc, tokenCode);
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
