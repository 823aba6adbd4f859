import { expect, it, onTestFinished } from 'vitest';
import { fixedNodes } from '../../lib/local/lambda/functions.ts';
import { useEmbeddedAws } from '../support/embedded.ts';
import { walletNumber } from '../support/worlds/hinted-world.ts';
import { nodeWorld } from '../support/worlds/node-world.ts';
import { Evm, type Fork } from './evm.ts';

const embedded = useEmbeddedAws();
const [forwarder, friend] = [walletNumber(8_008), walletNumber(8_009)];
const [owner, receiver] = [Evm.owner, walletNumber(8_010)];

/** Code that forwards incoming coin to an account. */
const passingOnTo = (account: string) => `0x600060006000600034${`73${account.slice(2)}`}5af100`;

it.each<[Fork, bigint, string | null]>([
  ['prague', 11_155_111n, null],
  ['amsterdam', 17_000n, forwarder],
])(
  'coin is reported once and to the wei after the fork %s, whether logs show it (EIP-7708) or not',
  async (fork, id, source) => {
    const chain = `0x${id.toString(16)}`;
    const node = await Evm.start({ fork, chainId: id });
    onTestFinished(() => node.stop());
    const { put, tick } = nodeWorld(embedded, fixedNodes(new Map([[chain, node.url]])), { source: 'node' });
    for (const wallet of [owner, receiver]) await put({ wallet, chain });
    await node.rpc('hardhat_setCode', forwarder, passingOnTo(receiver));
    await node.rpc('evm_mine');
    await tick();
    await tick();
    const plain = await node.pay(owner, friend, 5n);
    const passing = await node.pay(owner, forwarder, 7n);
    // The order of two wallets' alerts is not promised.
    const told = (await tick())
      .flatMap((alert) => ('transfer' in alert ? [alert] : []))
      .map(({ type, transfer }) => [type, transfer] as const)
      .sort(([one, a], [other, b]) => `${one} ${a.value}`.localeCompare(`${other} ${b.value}`));
    const between = fork === 'amsterdam' ? passing : null;
    expect(told).toMatchObject([
      [
        'transfer.received',
        { kind: 'native', value: '7', internal: true, transactionHash: between, from: { address: source } },
      ],
      ['transfer.sent', { kind: 'native', value: '5', internal: false, transactionHash: plain }],
      ['transfer.sent', { kind: 'native', value: '7', internal: false, transactionHash: passing }],
    ]);
    for (let ticks = 0; ticks < 3; ticks += 1)
      expect((await tick()).filter((alert) => 'transfer' in alert)).toEqual([]);
  },
);
