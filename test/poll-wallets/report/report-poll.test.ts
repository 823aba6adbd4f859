import { beforeEach, describe, expect, it } from 'vitest';
import type { PollResult } from '../../../functions/poll-wallets/poll-each.ts';
import { idleOutcome, type PollOutcome } from '../../../functions/poll-wallets/poll-outcome.ts';
import { reportPoll } from '../../../functions/poll-wallets/report/report-poll.ts';
import { recordWalletIncidents } from '../../../functions/poll-wallets/report/wallet-incidents.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import { BadRequest } from '../../../functions/transfer/source-errors.ts';
import { watchOf } from '../../support/alerts.ts';
import { type LogLine, linesOf } from '../../support/log-lines.ts';
import { PollWorld } from '../../support/poll-world.ts';

const watch = watchOf();
const named = { wallet: watch.wallet, chain: 'eth' };
const unreadable = [
  { transactionHash: null, blockNumber: 7, reason: 'value: none' },
  { transactionHash: null, blockNumber: null, reason: 'block_number: none' },
];

let world: PollWorld;
let lines: readonly LogLine[];
beforeEach(() => {
  world = new PollWorld();
  lines = linesOf(world);
});

const report = (over: Partial<PollResult>) => {
  const poll = { watch, cursor: world.states.stateOf(watch), outcome: null, error: null, ...over };
  const troubles = reportPoll(poll, { shared: null, alone: false }, world.deps);
  return recordWalletIncidents([{ ...poll, troubles }], world.deps);
};
const leaves = (outcome: Partial<PollOutcome>) =>
  report({ outcome: { ...idleOutcome(neverPolled), ...outcome } });
const counted = () => Object.fromEntries(world.counted);
const heard = () => world.operations.map(({ type, state }) => `${type} ${state}`);

describe('what a poll reports', () => {
  it('is how many transfers it reported and hid', async () => {
    await leaves({ told: 3, hidden: 2 });
    expect(counted()).toEqual({ TransfersTold: 3, TransfersHidden: 2 });
  });

  it('is nothing if it found nothing or did not end', async () => {
    await leaves({});
    await report({});
    expect({ counted: counted(), lines, saves: world.states.saves }).toEqual({
      counted: {},
      lines: [],
      saves: 0,
    });
  });

  it('is which wallet is behind, since when, and what ends it, if that is reported', async () => {
    const since = new Date(world.now).toISOString().slice(11, 16);
    await leaves({ behind: true });
    world.now += 600_000;
    await leaves({ behind: true });
    await leaves({});
    const [began, ended] = world.operations;
    const reason = `Polls of "${named.wallet}" on eth have not reached the newest block since`;
    for (const message of [began, ended]) {
      expect(message?.reason).toContain(reason);
      expect(message?.reason).toContain(` at ${since} UTC. It has`);
    }
    expect(began?.whatToDo).toContain('npx chainbell rpc set eth)');
    expect(began?.whatToDo).toMatch(/a node URL .*rpcParameters.* or a larger plan .* ends it/);
  });

  it('is that it ended before the head, which is counted each time and reported after five minutes', async () => {
    await leaves({ behind: true });
    world.now += 299_999;
    await leaves({ behind: true });
    expect(heard()).toEqual([]);
    world.now += 1;
    await leaves({ behind: true });
    expect(counted()).toEqual({ WalletsBehind: 3 });
    expect(world.operations).toMatchObject([
      { type: 'backlog', ...named, reason: expect.stringContaining('more new transfers') },
    ]);
    await leaves({});
    expect(heard()).toEqual(['backlog began', 'backlog ended']);
  });

  it('is the count of unreadable transfers and the reason of the first, reported at once', async () => {
    const reason = expect.stringMatching(/ 2 transfer.*value: none/);
    await leaves({ unreadable });
    expect(lines).toEqual([
      {
        level: 'error',
        message: expect.stringMatching(/^error: .* 2 transfer.*value: none/),
        details: named,
      },
    ]);
    expect(counted()).toEqual({ WalletsFailing: 1 });
    expect(world.operations).toMatchObject([{ type: 'wallet.failing', state: 'began', ...named, reason }]);
    await leaves({});
    expect(heard()).toEqual(['wallet.failing began', 'wallet.failing ended']);
  });

  it('is which block number the chain can not have reached, reported at once; entries that can not be read come first', async () => {
    const reason = expect.stringContaining('block_number is 9000000000');
    await leaves({ ahead: [9_000_000_000, 9_000_000_001] });
    expect(lines).toMatchObject([{ level: 'error', details: named }]);
    expect(counted()).toEqual({ WalletsFailing: 1 });
    expect(world.operations).toMatchObject([{ type: 'wallet.failing', state: 'began', ...named, reason }]);
    await leaves({ ahead: [9_000_000_000], unreadable: [...unreadable, ...unreadable] });
    expect(lines.at(-1)?.message).toMatch(/ holds at least 2 transfer.*value: none/);
    await leaves({});
    expect(heard()).toEqual(['wallet.failing began', 'wallet.failing ended']);
  });

  it('is its error, if it had one', async () => {
    await report({ error: new BadRequest('chain is not supported') });
    expect(lines).toMatchObject([{ level: 'error', message: 'error: chain is not supported' }]);
    expect(heard()).toEqual(['wallet.failing began']);
  });
});

describe('if that can not be noted', () => {
  it.each<[string, Partial<PollResult>]>([
    ['an outcome', { outcome: { ...idleOutcome(neverPolled), unreadable } }],
    ['an error', { error: new BadRequest('no') }],
  ])('of %s, the log says so and names the wallet, and nothing is thrown', async (_what, poll) => {
    world.atAwait = () => {
      throw new Error('DynamoDB is away');
    };
    await report(poll);
    expect(lines.at(-1)).toEqual({
      level: 'error',
      message: expect.stringMatching(/^error: .*could not be reported/),
      details: { ...named, error: 'Error: DynamoDB is away' },
    });
  });

  it('leaves notes of another worker as they are', async () => {
    const stale = world.states.stateOf(watch);
    const behind = { since: 1, reason: 'another worker saw it', published: true };
    await world.states.save(watch, { ...stale, behind });
    await report({ cursor: stale, outcome: { ...idleOutcome(neverPolled), behind: true } });
    expect(world.states.stateOf(watch).behind).toEqual(behind);
  });
});
