import { MockAgent } from 'undici';
import { expect, it } from 'vitest';
import { createTransferSource } from '../../../functions/api/transfer-source.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { apiOptions, origin, wireEntry, wirePage } from '../../api/test-api.ts';
import { watchOf } from '../../support/alerts.ts';
import { chainSums, toldSums } from '../../support/sums.ts';
import { begunWorld, blockAt, type PollWorld } from '../../support/worlds/poll-world.ts';

const watch = watchOf();
const pageSize = 4;

function wireOf({ token, from, to, ...one }: Transfer): Record<string, unknown> {
  return wireEntry({
    address: token.address,
    transaction_hash: one.transactionHash,
    block_timestamp: one.blockTimestamp,
    block_number: String(one.blockNumber),
    block_hash: one.blockHash,
    to_address: to.address,
    from_address: from.address,
    value: String(one.value),
    transaction_index: one.transactionIndex,
    log_index: one.logIndex,
  });
}

/** The world's API, whose page of this number always comes with a new cursor that leads to the same page again. */
function repeating(stuckAt: number, world: PollWorld): { calls: number } {
  const made = { calls: 0 };
  const agent = new MockAgent();
  agent.disableNetConnect();
  const calls = agent.get(origin).intercept({ path: () => true, method: 'GET' });
  calls
    .reply(({ path }) => {
      made.calls += 1;
      world.advance(200);
      const query = new URL(path, origin).searchParams;
      const numberOf = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise);
      const found = world.chain.transfers
        .filter(({ blockNumber }) => blockNumber >= numberOf('from_block', 0))
        .filter(({ blockNumber }) => blockNumber <= numberOf('to_block', Number.POSITIVE_INFINITY))
        .toReversed();
      const at = Number(query.get('cursor')?.split('-')[0] ?? 0);
      const isStuck = at === stuckAt && found.length > pageSize;
      const next = isStuck ? at : at + 1;
      const isLast = !isStuck && found.length <= next * pageSize;
      const shown = found.slice(at * pageSize, (at + 1) * pageSize).map(wireOf);
      const body = wirePage(shown, isLast ? null : `${next}-${made.calls}`);
      return { statusCode: 200, data: JSON.stringify(body) };
    })
    .persist();
  const clock = world.deps.clock;
  const options = { ...apiOptions({ dispatcher: agent, clock }), baseUrl: origin, apiVersion: 'v2' };
  Object.assign(world.deps, { source: createTransferSource(options) });
  return made;
}

it.each([0, 1, 4])(
  'page %i, which the API gives again under new cursors, holds no transfer back and costs few calls',
  async (stuckAt) => {
    const world = await begunWorld(watch);
    world.published.length = 0;
    world.chain.transfers.length = 0;
    const made = repeating(stuckAt, world);
    for (let i = 0; i < 5 * pageSize; i += 1) world.chain.mine(blockAt(1) + i);
    for (let i = 0; i < 8; i += 1) await world.poll(watch).catch(() => {});
    expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));
    expect(made.calls).toBeLessThan(60);
  },
);
