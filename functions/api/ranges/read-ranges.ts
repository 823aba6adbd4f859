import type { CallLimits, RangeRequest, TransferRange } from '../../transfer/source.ts';
import { type BlockWindow, windowBehind, windowOf } from './block-window.ts';
import { readCrowdedBlock } from './crowded-block.ts';
import type { RangeDependencies } from './range-dependencies.ts';
import { readWindow } from './read-window.ts';

/**
 * The ranges of one wallet. The API gives pages, the newest first; so what is more than a read holds is asked for in windows
 * of blocks, the oldest first, each read whole, until the newest block that was seen. What is mined beyond it meanwhile is the
 * next request's.
 */
export async function* readRanges(
  request: RangeRequest,
  deps: RangeDependencies,
  limits: CallLimits,
): AsyncGenerator<TransferRange> {
  if (request.unfinished !== null) {
    yield* readCrowdedBlock(request, request.unfinished.block, deps, limits);
    return;
  }
  for (let window: BlockWindow | null = windowOf(request); window !== null; ) {
    const read = await readWindow(request, window, deps, limits);
    if ('crowded' in read) {
      let whole = false;
      for await (const range of readCrowdedBlock(request, read.crowded.from, deps, limits)) {
        yield range;
        ({ whole } = range);
      }
      if (!whole) return;
      window = read.crowded;
    } else {
      yield read.range;
      ({ window } = read);
    }
    window = windowBehind(window, request.known);
    if (deps.clock.now() >= limits.deadline) return;
  }
}
