import { expect, it } from 'vitest';
import type { ChainActivity, Hints } from '../../functions/activity/chain-activity.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { pollMessage } from '../../functions/queue/poll-message.ts';
import { DispatchWorld } from '../support/dispatch-world.ts';
import { walletNumber } from '../support/hinted-world.ts';
import { settled } from '../support/scheduler.ts';

const silent: Hints = {
  reliable: true,
  markOf: () => null,
  isOrdinary: () => false,
  sweptThrough: null,
  scanned: null,
};

const nodeOf = (chain: string, ask: () => Promise<Hints>): ChainActivity => ({
  chain: findChain(chain),
  wasReliable: true,
  credit: null,
  unanswered: null,
  ask,
  settle: async () => {},
  troubles: () => ({ doubt: null, lasts: false, missed: null }),
});

it('the polls of a chain wait for its own node alone', async () => {
  const world = new DispatchWorld();
  world.rows = ['eth', 'polygon', 'base'].map((chain, n) => ({ wallet: walletNumber(n), chain }));
  const sent: string[] = [];
  let answer: (hints: Hints) => void = () => {};
  const hanging = new Promise<Hints>((resolve) => {
    answer = resolve;
  });
  const nodes = [
    nodeOf('eth', () => hanging),
    nodeOf('polygon', async () => ({ ...silent, reliable: false })),
  ];
  const tick = world.tick({
    activity: { open: async () => new Map(nodes.map((node) => [node.chain.id, node])) },
    send: async (messages) => {
      for (const { body } of messages)
        sent.push(...pollMessage.parse(JSON.parse(body)).rows.map(({ chain }) => chain));
      return 0;
    },
  });
  await settled();
  expect(sent.toSorted()).toEqual(['base', 'polygon']);
  answer({ ...silent, reliable: false });
  await tick;
  expect(sent.toSorted()).toEqual(['base', 'eth', 'polygon']);
});

it('the polls of a chain without a node stretch by what all chains ask for: the plan is one', async () => {
  const world = new DispatchWorld();
  const chains = ['eth', 'eth', 'eth', 'base'];
  world.rows = chains.map((chain, n) => ({ wallet: walletNumber(n), chain }));
  const node = { ...nodeOf('eth', async () => ({ ...silent, reliable: false })), wasReliable: false };
  for (let tick = 0; tick < 12; tick += 1)
    await world.tick({
      activity: { open: async () => new Map([['0x1', node]]) },
      // Half of what they ask for, and a quarter more that is kept for other calls.
      callsPerDay: (4 * 1_440) / 2 / 0.8,
    });
  const polls = (n: number) => world.sent.filter((wallet) => wallet === walletNumber(n)).length;
  expect([0, 1, 2, 3].map(polls)).toEqual([6, 6, 6, 6]);
});

it('what operations are told never ends a tick', async () => {
  const world = new DispatchWorld();
  world.rows = [{ wallet: walletNumber(1), chain: 'eth' }];
  const node = nodeOf('eth', async () => ({ ...silent, reliable: false }));
  const troubled = { ...node, troubles: () => ({ doubt: 'It hangs.', lasts: true, missed: null }) };
  const refuse = async () => {
    throw new Error('SNS is away');
  };
  await world.tick({
    activity: { open: async () => new Map([['0x1', troubled]]) },
    incidents: {
      list: async () => [],
      begin: (some) => (some.length > 0 ? refuse() : Promise.resolve()),
      end: async () => {},
    },
  });
  expect(world.sent).toEqual([walletNumber(1)]);
});
