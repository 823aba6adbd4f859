import { approvalTopics } from '../../../functions/node/approvals/approval-events.ts';
import { nativeEmitter, transferTopic } from '../../../functions/node/movements.ts';
import { blockAt } from '../block-clock.ts';
import type { NodeLog, NodeOnly } from '../node-only.ts';
import { hashOf } from '../simulated-transfer.ts';
import { clocks, exchange, nodeChain, payroll, stranger, tokens } from './cast.ts';
import type { StoryStart } from './chapter.ts';
import { timeWithin } from './story.ts';

const membership = '0x3e5b0c1d7f2a94860be15c7d3f08a6429d1e5b70';
const airdrop = '0xbad0face11ce5eed0facade0c1a10bad5eed0fee';
const wallet = '0xde1e6a7e0b5c4d3f29a8176e5d4c3b2a19080706';
const [approvalTopic] = approvalTopics;

interface NodeChapter {
  readonly title: string;
  readonly address: string;
  /** A transfer by default. */
  readonly event?: string;
  /** Who acts, and to whom. */
  readonly sides: readonly [string, string];
  readonly value?: bigint;
  readonly piece?: number;
}

const usdc = tokens.usdcOnPolygon.address;
const unlimited = 2n ** 256n - 1n;
/** The events that Payroll's node shows after each tick. */
const ticks: readonly (readonly NodeChapter[])[] = [
  [
    { title: 'fuel', address: nativeEmitter, sides: [exchange, payroll], value: 40n * 10n ** 18n },
    { title: 'airdrop', address: airdrop, sides: [stranger, payroll], piece: 77 },
    { title: 'membership', address: membership, sides: [payroll, exchange], piece: 12 },
  ],
  [{ title: 'approval', address: usdc, event: approvalTopic, sides: [payroll, stranger], value: unlimited }],
];
const delegatedTick = 1;

/** The first start plays all of it. */
export function storyOnNode([start]: readonly StoryStart[]): NodeOnly {
  const names = new Map([
    [membership, { name: 'Guild Membership', symbol: 'GUILD' }],
    [airdrop, { name: 'Claim your reward at usdc-reward.example', symbol: 'REWARD' }],
  ]);
  if (start === undefined) return { logs: [], delegations: [], names };
  const blockOf = (tick: number) => blockAt(clocks[nodeChain], timeWithin(start, tick));
  const logs = ticks.flatMap((chapters, tick) => chapters.map((chapter) => logOf(chapter, blockOf(tick))));
  return { logs, delegations: [{ block: blockOf(delegatedTick), wallet: payroll, delegate: wallet }], names };
}

function logOf(chapter: NodeChapter, block: number): NodeLog {
  const { title, address, event = transferTopic, sides, value, piece } = chapter;
  const word = (number: bigint | number | string) => BigInt(number).toString(16).padStart(64, '0');
  const topics = [
    event,
    ...[...sides, ...(piece === undefined ? [] : [piece])].map((one) => `0x${word(one)}`),
  ];
  return {
    block,
    address,
    topics,
    data: value === undefined ? '' : word(value),
    transactionHash: hashOf(title),
    sender: sides[0],
  };
}
