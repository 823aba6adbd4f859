import { beforeEach, describe, expect, it } from 'vitest';
import { retryUnprocessed } from '../../functions/runtime/dynamodb-writes.ts';

let sent: number[][] = [];
let slept: number[] = [];
beforeEach(() => {
  sent = [];
  slept = [];
});

const send = (entries: number[], leave: (batch: number[]) => number[] | undefined) =>
  retryUnprocessed(
    entries,
    async (batch) => {
      sent.push(batch);
      return leave(batch);
    },
    { perBatch: 2, atATime: 1, left: 'items unread', clock: { sleep: async (ms) => void slept.push(ms) } },
  );

describe('keys or items in batches', () => {
  it('go out in order, no batch over its size, without a wait', async () => {
    await send([1, 2, 3], () => undefined);
    expect({ sent, slept }).toEqual({ sent: [[1, 2], [3]], slept: [] });
  });

  it('are sent again as far as DynamoDB left them, before the next batch', async () => {
    await send([1, 2, 3], (batch) => (batch.length === 2 ? batch.slice(1) : []));
    expect({ sent, slept }).toEqual({ sent: [[1, 2], [2], [3]], slept: [100] });
  });

  it('are given up after six tries, each after twice the wait', async () => {
    await expect(send([1], (batch) => batch)).rejects.toThrow(
      'DynamoDB left items unread: its table is throttled.',
    );
    expect(sent).toHaveLength(6);
    expect(slept).toEqual([100, 200, 400, 800, 1_600]);
  });
});
