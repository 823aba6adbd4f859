/** Items in batches, in order, none over a count or a sum of bytes; an item larger than that stands alone. */
export function inBatches<Item>(
  items: readonly Item[],
  most: { readonly count: number; readonly bytes: number },
  bytesOf: (item: Item) => number,
): Item[][] {
  const batches: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesOf(item);
    const last = batches.at(-1);
    if (last === undefined || last.length === most.count || bytes + size > most.bytes) {
      batches.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return batches;
}
