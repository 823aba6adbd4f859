import { expect, it } from 'vitest';
import { eachAtATime, inBatches } from '../../functions/runtime/batches.ts';
import { settled } from '../support/scheduler.ts';

/** Work on items that the test resolves or rejects. */
function openWork() {
  const begun: number[] = [];
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const work = (item: number) => {
    begun.push(item);
    return new Promise<void>((resolve, reject) => ends.set(item, { resolve, reject }));
  };
  return { begun, ends, work };
}

it('batches keep to a count and to a sum; an item that is larger stands alone', () => {
  const batches = inBatches([4, 6, 1, 9, 1, 12, 1, 1, 1, 1], 3, 10, (bytes) => bytes);
  expect(batches).toEqual([[4, 6], [1, 9], [1], [12], [1, 1, 1], [1]]);
});

it('items start in order, with limited concurrency, and all are done at the end', async () => {
  const { begun, ends, work } = openWork();
  let isOver = false;
  const all = eachAtATime(2, [1, 2, 3, 4], work).finally(() => {
    isOver = true;
  });
  await settled();
  expect(begun).toEqual([1, 2]);
  ends.get(2)?.resolve();
  await settled();
  expect(begun).toEqual([1, 2, 3]);
  for (const item of [1, 3]) ends.get(item)?.resolve();
  await settled();
  expect(isOver).toBe(false);
  ends.get(4)?.resolve();
  await all;
  expect(begun).toEqual([1, 2, 3, 4]);
});

it('after a failure no further item starts', async () => {
  const { begun, ends, work } = openWork();
  const all = eachAtATime(2, [1, 2, 3, 4], work);
  await settled();
  ends.get(1)?.reject(new Error('throttled'));
  await expect(all).rejects.toThrow('throttled');
  ends.get(2)?.resolve();
  await settled();
  expect(begun).toEqual([1, 2]);
});
