import { expect, it } from 'vitest';
import { LeftToOtherWorker, record } from '../../../functions/poll-wallets/save/open-batch.ts';
import { publish } from '../../../functions/poll-wallets/save/publish.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import { HistoryInMemory } from '../../../lib/cli/replay/tables-in-memory.ts';
import { watchOf } from '../../support/alerts.ts';
import { everyMinute, PollWorld } from '../../support/poll-world.ts';
import { openBatch } from '../../support/reads.ts';

const open = openBatch({ rows: 0, messages: 0 });

const limitsOf = (publishUntil: number) => ({ publishUntil, deadline: 0, bulk: false, pace: everyMinute });

const ends = [
  ['its lease ends', { lease: 30_000, publishUntil: 90_000 }],
  ['its invocation ends', { lease: 90_000, publishUntil: 30_000 }],
] as const;

it.each(ends)(
  'a batch is left to others if its rows were written less than three seconds before %s',
  async (_end, { lease, publishUntil }) => {
    const writeUntil = (now: number) =>
      record({ ...open, lease }, [], {
        watch: watchOf(),
        limits: limitsOf(publishUntil),
        history: new HistoryInMemory(),
        clock: { now: () => now, sleep: async () => {} },
      });
    await expect(writeUntil(26_999)).resolves.toBeUndefined();
    await expect(writeUntil(27_000)).rejects.toThrow(LeftToOtherWorker);
  },
);

it.each(ends)(
  'nothing is published less than three seconds before %s',
  async (_end, { lease, publishUntil }) => {
    const { deps } = new PollWorld();
    const deadlines: number[] = [];
    const noting: typeof deps.publish = async (_alerts, deadline) => {
      deadlines.push(deadline);
      return { published: 0, failure: null };
    };
    const cursor = { ...neverPolled, open: { ...open, lease } };
    const limits = limitsOf(publishUntil);
    await publish(cursor, [], { ...deps, publish: noting, watch: watchOf(), limits });
    expect(deadlines).toEqual([27_000]);
  },
);
