import { beforeEach, describe, expect, it } from 'vitest';
import { findChain } from '../../../functions/chain/chains.ts';
import {
  BadRequest,
  KeyMissing,
  KeyRefused,
  NoSuchEndpoint,
  PlanExhausted,
  RateLimited,
} from '../../../functions/transfer/source-errors.ts';
import { exchange, treasury } from '../../support/alerts.ts';
import { one, other, ReportWorld, timeOut, webPage } from './report-world.ts';

const refused = new BadRequest('chain is not supported');
const nowhere = new NoSuchEndpoint('no such address', 'Correct apiVersion.');
const away = async () => {
  throw new Error('SNS is away');
};

let world: ReportWorld;
beforeEach(() => {
  world = new ReportWorld();
});
const typesOf = (incidents: readonly { type: string }[]) => incidents.map(({ type }) => type);

describe('an incident that all wallets share', () => {
  it.each([
    [timeOut, 'api.unavailable', /answers\.$/, {}],
    [webPage, 'api.unavailable', /answers\.$/, {}],
    [nowhere, 'api.unavailable', /apiVersion/, {}],
    [new KeyMissing('No key.', 'Set it so.'), 'key.missing', /Set it so\./, {}],
    [new KeyRefused('refused', 'Set another.'), 'key.refused', /Set another\./, { PollsBlocked: 2 }],
    [new PlanExhausted('exhausted'), 'plan.exhausted', /raise the plan/, { PollsBlocked: 2 }],
    [new RateLimited('slow down', 600), 'api.unavailable', /callsPerSecond/, { PollsSkipped: 2 }],
  ])('is reported once, and noted of no wallet: %s', async (error, type, whatToDo, counts) => {
    await world.report([world.failed(error), world.failed(error, other)]);
    expect(world.began).toMatchObject([{ type, whatToDo: expect.stringMatching(whatToDo) }]);
    expect([world.metrics(), world.states.saves, world.operations]).toEqual([counts, 0, []]);
    // The worker logs and counts a missing key before its polls.
    expect(world.lines).toHaveLength(error instanceof KeyMissing ? 0 : 2);
  });

  it('is not reported if the API refuses each wallet for a reason of its own', async () => {
    await world.report([world.failed(refused), world.failed(refused, other)]);
    expect(world.began).toEqual([]);
    expect(world.operations.map(({ wallet }) => wallet)).toEqual([treasury, exchange]);
  });

  it('is not reported if one of them was answered, and open incidents end', async () => {
    await world.report([world.failed(timeOut), world.answered(other)], [world.open('key.refused')]);
    expect([world.began, typesOf(world.ended)]).toEqual([[], ['key.refused']]);
    expect(world.metrics()).toEqual({ WalletsFailing: 1 });
  });

  it('of several wallets of one chain is ended by that chain alone: the API may serve all others', async () => {
    const [away, elsewhere] = [
      world.failed(timeOut),
      world.answered({ ...other, chain: findChain('polygon') }),
    ];
    await world.report([away, world.failed(timeOut, other)]);
    const [met] = world.began;
    const open = [{ ...world.open('api.unavailable'), ...met }];
    await world.report([elsewhere], open);
    expect(world.ended).toEqual([]);
    await world.report([elsewhere, world.answered()], open);
    expect(typesOf(world.ended)).toEqual(['api.unavailable']);
    const limited = new RateLimited('slow down', null);
    const others = [
      [away, world.failed(timeOut, elsewhere.watch)],
      [world.failed(limited), world.failed(limited, other)],
      [away],
    ];
    for (const results of others) await world.report(results);
    expect(world.began.map(({ onlyChain, reason }) => [onlyChain, reason])).toEqual([
      ['0x1', 'time-out Only eth was asked for.'],
      [undefined, 'time-out'],
      [undefined, 'slow down'],
      [undefined, 'time-out'],
    ]);
  });

  it("does not end open incidents if no call was answered, or only a node's", async () => {
    await world.report([world.failed(timeOut)], [world.open('key.refused')]);
    world.isFromNode = true;
    await world.report([world.answered()], [world.open('key.refused')]);
    expect(world.ended).toEqual([]);
  });

  it('may be a wrong API address, even if only one wallet met it, but not an unreadable reply to one wallet', async () => {
    await world.report([world.failed(nowhere)]);
    expect(typesOf(world.began)).toEqual(['api.unavailable']);
    await world.report([world.failed(webPage)]);
    expect(world.began).toHaveLength(1);
    world.now += 900_000;
    await world.report([world.failed(webPage)]);
    expect(world.began).toHaveLength(1);
    expect(world.operations).toMatchObject([{ type: 'wallet.failing', wallet: treasury }]);
  });

  it("does not hide a wallet's own problem", async () => {
    await world.report([world.failed(refused), world.failed(timeOut, other)]);
    expect(typesOf(world.began)).toEqual(['api.unavailable']);
    expect([world.metrics(), world.heard()]).toEqual([{ WalletsFailing: 1 }, ['wallet.failing began']]);
  });
});

describe('an outage that only one wallet sees', () => {
  const since = Date.parse('2026-01-02T02:00:00.000Z');
  const failing = { since, reason: 'time-out', published: false };
  const again = (error: Error, watch = one) => {
    const result = world.failed(error, watch);
    return { ...result, cursor: { ...result.cursor, failing } };
  };

  it("is recorded from its beginning on, and not reported as the wallet's", async () => {
    const began = world.now;
    for (const later of [0, 86_400_000]) {
      world.now += later;
      await world.report([world.failed(timeOut)], [world.open('api.unavailable', began)]);
    }
    expect(world.states.stateOf(one).failing).toEqual({
      since: began,
      reason: 'time-out',
      published: false,
    });
    expect([world.metrics(), world.heard()]).toEqual([{}, []]);
  });

  it.each([
    ['none is on record', []],
    ['what is on record is no outage', [['plan.exhausted', 1]]],
  ] as const)("is the wallet's own the second time if %s", async (_why, open) => {
    await world.states.save(one, { ...world.states.stateOf(one), failing });
    await world.report(
      [again(timeOut)],
      open.map(([type, at]) => world.open(type, at)),
    );
    expect([world.began, world.metrics()]).toEqual([[], { WalletsFailing: 1 }]);
    expect(world.operations).toMatchObject([{ type: 'wallet.failing', wallet: treasury }]);
  });

  it("counts as the API's while an outage is on record", async () => {
    await world.report([again(timeOut)], [world.open('api.unavailable', since)]);
    expect([typesOf(world.began), world.metrics(), world.heard()]).toEqual([['api.unavailable'], {}, []]);
  });

  it("counts as the API's once another wallet sees it too", async () => {
    await world.report([again(timeOut), again(timeOut, other)]);
    expect([typesOf(world.began), world.operations]).toEqual([['api.unavailable'], []]);
  });

  it("is the whole API's if it answers 429, whatever the wallet met before", async () => {
    await world.report([again(new RateLimited('slow down', null))]);
    expect(typesOf(world.began)).toEqual(['api.unavailable']);
  });

  it('is not reported if the key was refused afterwards', async () => {
    await world.report([again(new KeyRefused('refused', 'Set another.'))]);
    expect([typesOf(world.began), world.metrics()]).toEqual([['key.refused'], { PollsBlocked: 1 }]);
  });
});

describe('if operations can not be told', () => {
  it('the log says so, nothing is thrown, and polls are still counted', async () => {
    const deps = { ...world.deps, incidents: { ...world.deps.incidents, begin: away, end: away } };
    const results = [world.failed(timeOut), world.answered(other, { told: 5 })];
    await world.report(results, [world.open('api.unavailable')], deps);
    expect(world.metrics()).toMatchObject({ TransfersTold: 5 });
    expect(world.lines).toContainEqual({
      level: 'error',
      message: 'error: operations could not be told',
      details: { error: 'Error: SNS is away' },
    });
  });
});

it("a wallet whose incident can't be recorded is logged, and the others are recorded", async () => {
  const save = world.states.save.bind(world.states);
  world.states.save = async (watch, cursor) => {
    if (watch.wallet === one.wallet) throw new Error('DynamoDB is away');
    return save(watch, cursor);
  };
  await world.report([world.failed(refused), world.failed(refused, other)]);
  expect(world.states.stateOf(other).failing).toMatchObject({ published: true });
  expect(world.lines).toContainEqual({
    level: 'error',
    message: "error: a wallet's incidents could not be reported",
    details: { wallet: one.wallet, chain: 'eth', error: 'Error: DynamoDB is away' },
  });
});
