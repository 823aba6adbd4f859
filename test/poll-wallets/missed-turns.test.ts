import type { LimitFunction } from 'p-limit';
import { beforeEach, describe, expect, it } from 'vitest';
import { pollEach } from '../../functions/poll-wallets/poll-each.ts';
import { TurnMissed } from '../../functions/transfer/source-errors.ts';
import { approvalEvent, controlEvent, exchange, watchOf } from '../support/alerts.ts';
import { blockAt, type PollWorld } from '../support/worlds/poll-world.ts';
import { emptyWorld, hashesOf, made, pays } from './story.ts';

const watch = watchOf();
const theft = pays(exchange, 900_000_000n);

let world: PollWorld;
/** A wallet with so many unsettled rows that its polls need a turn. */
beforeEach(async () => {
  world = await emptyWorld(watch);
  await tellStorm(2_100);
});

function storm(block: number, count: number): void {
  for (let i = 0; i < count; i += 1) world.chain.mine(block, { value: BigInt(i + 1) }, made);
}

async function tellStorm(count: number): Promise<void> {
  storm(blockAt(1), count);
  let outcome = await world.poll(watch, { after: 120_000 });
  while (outcome.isBehind) outcome = await world.poll(watch, { after: 1_000 });
  world.published.length = 0;
}

/** Polls while storms of other wallets hold all turns until the deadline. */
async function pollWithoutTurn(over: Partial<PollWorld['deps']> = {}) {
  world.advance(60_000);
  const limits = world.limits();
  const late = (begin: () => unknown) => {
    world.now = limits.deadline + 1;
    return begin();
  };
  const deps = { ...world.deps, storms: late as LimitFunction, ...over };
  const [result] = await pollEach([{ watch, cursor: world.states.stateOf(watch, world.now) }], deps, limits);
  return result?.error ?? null;
}

const told = () =>
  world.published.flatMap((alert) => ('transfer' in alert ? [alert.transfer.transactionHash] : []));

describe('a poll whose turn does not come', () => {
  it('fails, and the next one tells all', async () => {
    storm(blockAt(3), 1);
    expect(await pollWithoutTurn()).toBeInstanceOf(TurnMissed);
    expect(await world.poll(watch)).toMatchObject({ isBehind: false, told: 1 });
  });

  it.each([0, 150])('tells a theft all the same, behind %i transfers of dust', async (dust) => {
    const stolen = world.chain.mine(blockAt(3), theft);
    storm(blockAt(3) + 1, dust);
    expect(await pollWithoutTurn()).toBeNull();
    expect(told()).toEqual(hashesOf([stolen]));
  });

  it("tells a theft that the node's journal shows behind dust: a journal is not asked for contracts", async () => {
    const stolen = world.chain.mine(blockAt(3), theft);
    storm(blockAt(3) + 1, 150);
    world.isFromNode = true;
    const { source } = world.deps;
    const pages: typeof source.pages = ({ contracts, ...of }, limits) => source.pages(of, limits);
    expect(await pollWithoutTurn({ source: { ...source, pages } })).toBeNull();
    expect(told()).toEqual(hashesOf([stolen]));
  });

  it('tells a theft that is shown late, below what was told before', async () => {
    storm(blockAt(4), 1);
    await world.poll(watch);
    const stolen = world.chain.mine(blockAt(4) - 1, theft);
    expect(await pollWithoutTurn()).toBeNull();
    expect(told()).toContain(stolen.transactionHash);
  });

  it('waits, if the only payments on its pages were told before', async () => {
    world.chain.mine(blockAt(3), theft);
    await world.poll(watch);
    storm(blockAt(3) + 1, 1);
    expect(await pollWithoutTurn()).toBeInstanceOf(TurnMissed);
    storm(blockAt(3) + 1, 150);
    expect(await pollWithoutTurn()).toBeInstanceOf(TurnMissed);
  });

  it('waits, if nobody can look for a theft', async () => {
    storm(blockAt(3), 150);
    world.atCall = () => {
      if (world.chain.calls > before) throw new Error('the API is away');
    };
    const before = world.chain.calls + 1;
    expect(await pollWithoutTurn()).toBeInstanceOf(TurnMissed);
  });

  it.each([
    ['control.changed', controlEvent({ after: exchange, blockNumber: blockAt(3) })],
    ['approval.granted', approvalEvent({ blockNumber: blockAt(3), unlimited: false, value: '900000000' })],
  ])('tells what may be a theft: %s', async (type, event) => {
    storm(blockAt(3), 1);
    world.isFromNode = true;
    world.events = [event];
    expect(await pollWithoutTurn()).toBeNull();
    expect(world.published).toMatchObject([{ type }]);
  });
});
