import type { Log } from '../runtime/log.ts';
import type { CallLimits, RangeRequest, TransferRange, TransferSource } from '../transfer/source.ts';
import { KeyMissing } from '../transfer/source-errors.ts';
import { type BlockWindow, windowBehind, windowOf } from './ranges/block-window.ts';
import { readCrowdedBlock } from './ranges/crowded-block.ts';
import { type RangeDependencies, readWindow } from './ranges/read-window.ts';
import { createTransferPages, type TransferPagesOptions } from './transfer-pages.ts';

export interface TransferSourceOptions extends TransferPagesOptions {
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Transfers by the API's transfers endpoint, which serves one wallet a call.
 * @throws BaseUrlUnreadable where the base address or the version can't be used
 */
export function createTransferSource(options: TransferSourceOptions): TransferSource {
  const { apiKey } = options;
  const deps = { ...options, pages: createTransferPages(options) };
  return {
    async open() {
      const key = await apiKey.load();
      if (key !== null || !apiKey.required) return;
      throw new KeyMissing(`There is no API key in ${apiKey.place}.`, apiKey.howToSet);
    },
    ranges: (requests, limits) => requests.map((request) => readRanges(request, deps, limits)),
  };
}

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
