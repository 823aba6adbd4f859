import { describe, expect, it } from 'vitest';
import { publishAlerts } from '../../../functions/alert/publish.ts';
import {
  AlertsRefused,
  leased,
  outboxLease,
  publishOutbox,
} from '../../../functions/poll-wallets/save/publish-outbox.ts';
import { createTokenBucket } from '../../../functions/rate/token-bucket.ts';
import { neverPolled } from '../../../functions/state/wallet-state.ts';
import { transferAlert, watchOf } from '../../support/alerts.ts';
import { MemoryStates } from '../../support/memory-states.ts';
import { everyMinute } from '../../support/poll-world.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const watch = watchOf();
const outbox = Array.from({ length: 60 }, () => ({ alert: transferAlert(), settings: undefined }));

/** A worker whose save takes this long, before SNS, which takes one alert a second. @returns when it took each */
async function publishedAfter(saveTakes: number, publishFor: number) {
  const clock = virtualClock({ passes: true });
  const begun = clock.now();
  const states = new MemoryStates();
  const taken: number[] = [];
  const sns = { send: async () => void taken.push(clock.now() - begun) } as never;
  const pace = createTokenBucket({ perSecond: 1, burst: 1, clock });
  const deps = {
    clock,
    states,
    log: { info() {}, warn() {}, error() {} },
    count() {},
    time() {},
    publish: (alerts: typeof outbox, deadline: number, published: () => void) =>
      publishAlerts(alerts, { sns, topicArn: 'topic', pace, clock, deadline, published }),
  };
  const saved = await states.save(watch, leased({ ...neverPolled, outbox }, clock));
  await clock.sleep(saveTakes);
  const limits = { publishUntil: begun + publishFor, pace: everyMinute };
  await expect(publishOutbox(watch, saved, deps as never, limits)).rejects.toThrow(AlertsRefused);
  const left = states.stateOf(watch, clock.now());
  return { taken, left };
}

describe('an outbox that takes longer than there is time', () => {
  it.each([
    ['the lease, when another worker may publish it', 0, 120_000, outboxLease],
    ['the lease, counted from before the save', 20_000, 120_000, outboxLease],
    ['the invocation', 0, 15_000, 15_000],
  ])(
    'is published up to three seconds before the end of %s, and no further',
    async (_, saveTakes, until, end) => {
      const { taken, left } = await publishedAfter(saveTakes, until);
      expect(taken.at(-1)).toBeLessThanOrEqual(end - 3_000);
      expect(taken.at(-1)).toBeGreaterThanOrEqual(end - 5_000);
      expect(left.outbox).toHaveLength(outbox.length - taken.length);
      expect(left.outboxLeasedUntil).toBe(0);
    },
  );

  it('is not begun with where the save took all of the lease', async () => {
    const { taken, left } = await publishedAfter(outboxLease, 120_000);
    expect(taken).toEqual([]);
    expect(left.outbox).toHaveLength(outbox.length);
  });
});
