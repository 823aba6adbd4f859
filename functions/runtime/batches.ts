/** Cuts items into batches of at most `maxCount` items and `maxBytes` bytes; a larger item gets a batch of its own. */
export function inBatches<Item>(
  items: readonly Item[],
  maxCount: number,
  maxBytes = Number.POSITIVE_INFINITY,
  bytesOf: (item: Item) => number = () => 0,
): Item[][] {
  const batches: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesOf(item);
    const last = batches.at(-1);
    if (last === undefined || last.length === maxCount || bytes + size > maxBytes) {
      batches.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return batches;
}

/** Works on items in parallel, in their order, and returns their results. After a failure it begins no further item. */
export async function eachAtATime<Item, Result>(
  atATime: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = (function* () {
    yield* items.entries();
  })();
  const worker = async () => {
    // A failure leaves the loop, which closes the generator for all workers.
    for (const [at, item] of left) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, worker));
  return results;
}
