import { describe, expect, inject, it } from 'vitest';
import { itemKey } from '../simulation/aws/stored-items.ts';
import { deliverWorld, parameters } from '../support/worlds/deliver-world.ts';
import { a, alertOf, b, hour, minute, putNewUrl, statesOf, walletsOf } from './stories.ts';

/** The tests crash the function at each n-th await. */
const step = inject('thorough') ? 1 : 13;

/** False if the story has fewer awaits: a crash that has not happened yet comes within the next ones. */
const hasCrashed = ({ troubles }: ReturnType<typeof deliverWorld>) =>
  Array.from({ length: step }, () => troubles.takeCrash('none')).every((crash) => crash === null);

describe('destination.failing counts', () => {
  it('only the failures since the last delivery', async () => {
    const world = deliverWorld('webhook');
    for (let i = 0; i < 4; i += 1) {
      const before = world.made.length;
      world.answer(() => ({ status: world.made.length === before + 1 ? 503 : 200 }));
      await alertOf(world, `b${i}`, hour);
    }
    expect([world.made.length, world.told]).toEqual([8, []]);
  });

  it('no 429, however many', async () => {
    const world = deliverWorld('webhook');
    world.answer(() => ({ status: 429 }));
    world.transfers(1);
    await world.pass(hour);
    expect([world.made.length > 5, world.told]).toEqual([true, []]);
  });
});

describe('destination.failing ends', () => {
  it('by a delivery, not by a repeat of a message that was delivered before', async () => {
    const world = deliverWorld('webhook');
    await alertOf(world, 'before');
    world.answer(() => ({ status: 422 }));
    world.transfers(1, [a]);
    await world.pass(10_000);
    expect(statesOf(world)).toEqual(['began']);
    await alertOf(world, 'before');
    expect([world.queue(), statesOf(world)]).toEqual([[], ['began']]);
    world.answer(() => ({}));
    world.transfers(1, [b]);
    await world.pass(10_000);
    expect(statesOf(world)).toEqual(['began', 'ended']);
    expect(world.told[1]?.reason).toContain('It was: It answered 422.');
  });
});

describe('destination.failing on record', () => {
  it('has the present reason, which the page and doctor show, and is reported only once', async () => {
    const world = deliverWorld('webhook');
    world.put(null);
    const reason = () => world.tables.table('State').values().next().value?.incident;
    await alertOf(world, 'first', minute);
    expect(reason()).toMatchObject({ reason: expect.stringMatching(/is missing/) });
    putNewUrl(world);
    for (const status of [422, 410]) {
      world.answer(() => ({ status }));
      await alertOf(world, `answered ${status}`, 6 * minute);
      expect(reason()).toMatchObject({ reason: expect.stringContaining(`It answered ${status}.`) });
    }
    expect(statesOf(world)).toEqual(['began']);
    world.answer(() => ({}));
    world.put({ ...parameters.webhook, url: 'https://third.example.org/in' });
    await alertOf(world, 'last', 6 * minute);
    expect(world.told[1]?.reason).toContain('It was: It answered 410.');
  });
});

describe('destination.failing of a destination that a deploy removed and put back', () => {
  async function removed() {
    const world = deliverWorld('webhook');
    world.answer(() => ({ status: 422 }));
    await alertOf(world, 'before', minute);
    // The daily check ends the incident of a destination that is gone.
    const state = world.tables.table('State');
    for (const { wallet, chain } of [...state.values()]) state.set(itemKey(wallet, chain), undefined);
    return { world, state };
  }
  async function putBack(arm: (world: ReturnType<typeof deliverWorld>) => void = () => {}) {
    const { world, state } = await removed();
    arm(world);
    await alertOf(world, 'back', 6 * minute);
    await alertOf(world, 'again', minute);
    expect([...state.values()]).toHaveLength(1);
    return world;
  }

  it('has no second end if the destination works: the removal published one', async () => {
    const { world, state } = await removed();
    world.answer(() => ({}));
    await alertOf(world, 'back', 6 * minute);
    expect([statesOf(world), [...state.values()]]).toEqual([['began'], []]);
    world.answer(() => ({ status: 422 }));
    await alertOf(world, 'again', minute);
    expect(statesOf(world)).toEqual(['began', 'began']);
  });

  it('is over too if the Deliveries table has lost its items', async () => {
    const world = deliverWorld('webhook');
    world.answer(() => ({ status: 422 }));
    await alertOf(world, 'before', minute);
    const deliveries = world.tables.table('Deliveries');
    for (const key of deliveries.allKeys()) deliveries.set(key, undefined);
    world.answer(() => ({}));
    for (const id of ['back', 'again']) await alertOf(world, id, 6 * minute);
    expect([statesOf(world), [...world.tables.table('State').values()]]).toEqual([['began', 'ended'], []]);
  });

  it('begins anew after a crash at any await too', async () => {
    for (let skip = 0, crashed = true; crashed; skip += step) {
      const world = await putBack(({ troubles }) => troubles.armCrash({ point: null, skip, when: 'after' }));
      crashed = hasCrashed(world);
      expect([skip, statesOf(world).slice(0, 2)]).toEqual([skip, ['began', 'began']]);
    }
  });
});

describe('destination.failing is reported if SNS refuses it at first', () => {
  it('by its end at least', async () => {
    const world = deliverWorld('webhook');
    world.answer(() => ({ status: 422 }));
    world.troubles.armAws('SNS refuses', 0);
    world.transfers(1);
    await world.pass(10_000);
    expect(statesOf(world)).toEqual([]);
    world.answer(() => ({}));
    await alertOf(world, 'next');
    expect(statesOf(world)).toEqual(['ended']);
  });

  it('(its end) at a delivery a minute later', async () => {
    const world = deliverWorld('webhook');
    world.answer(() => ({ status: 422 }));
    world.transfers(1);
    await world.pass(10_000);
    world.answer(() => ({}));
    world.troubles.armAws('SNS refuses', 0);
    await alertOf(world, 'next', 2 * minute);
    expect([statesOf(world), world.queue()]).toEqual([['began'], []]);
    await alertOf(world, 'after');
    expect(statesOf(world)).toEqual(['began', 'ended']);
  });

  it('and ended within two deliveries, whichever write DynamoDB refuses', async () => {
    for (let skip = 0; ; skip += 1) {
      const world = deliverWorld('webhook');
      world.answer(() => ({ status: 422 }));
      world.transfers(1);
      await world.pass(10_000);
      world.answer(() => ({}));
      world.troubles.armAws('DynamoDB throttles a write', skip);
      for (const id of ['next', 'after']) await alertOf(world, id, 3 * minute);
      expect([skip, statesOf(world).at(-1), world.queue()]).toEqual([skip, 'ended', []]);
      expect([skip, [...world.tables.table('State').values()]]).toEqual([skip, []]);
      if (world.troubles.takeAws(['DynamoDB throttles a write']) !== null) return;
    }
  });
});

describe('wallets that fail side by side', () => {
  it.each([
    [403, 8],
    [503, 0],
  ])('report one incident by %i', async (status, dead) => {
    const world = deliverWorld('webhook');
    world.answer(() => ({ status }));
    world.transfers(8, walletsOf(8));
    await world.pass(10_000);
    expect([statesOf(world), world.dead().length]).toEqual([['began'], dead]);
    world.answer(() => ({}));
    world.transfers(8, walletsOf(8).toReversed());
    await world.pass(minute);
    expect(statesOf(world)).toEqual(['began', 'ended']);
  });
});

/** A failure and its end, with a crash at the nth await; `crashed` is false if the story has fewer awaits. */
async function crashAt(skip: number, when: 'before' | 'after', refusal: number) {
  const world = deliverWorld('webhook');
  world.answer(({ url }) => ({ status: url.includes('new') ? 200 : refusal }));
  world.troubles.armCrash({ point: null, skip, when });
  world.transfers(1, [a]);
  await world.pass(2.5 * minute);
  putNewUrl(world);
  await alertOf(world, 'next', 6 * minute);
  return { crashed: hasCrashed(world), world };
}

describe('a crash at any await', () => {
  const whens = ['before', 'after'] as const;
  it.each([422, 410, 503].flatMap((refusal) => whens.map((when) => [refusal, when] as const)))(
    'around a %i, %s its effect: began and ended are reported, twice at most, and no alert is lost',
    async (refusal, when) => {
      for (let skip = 0; ; skip += step) {
        const { crashed, world } = await crashAt(skip, when, refusal);
        const told = statesOf(world);
        expect([skip, told.indexOf('began'), told.at(-1)]).toEqual([skip, 0, 'ended']);
        expect(told.filter((state) => state === 'began').length).toBeLessThanOrEqual(2);
        expect(told.filter((state) => state === 'ended').length).toBeLessThanOrEqual(2);
        expect(told.length).toBeLessThanOrEqual(3);
        expect([skip, world.queue()]).toEqual([skip, []]);
        const taken = world.made.filter(({ url }) => url.includes('new')).length;
        if (refusal !== 503) expect(world.dead().length).toBeGreaterThanOrEqual(1);
        expect([skip, taken >= (refusal === 503 ? 2 : 1)]).toEqual([skip, true]);
        if (!crashed) {
          expect(told).toEqual(['began', 'ended']);
          return;
        }
      }
    },
    // With all awaits the test plays eighty stories, each of which takes at most a second on one processor.
    120_000,
  );
});
