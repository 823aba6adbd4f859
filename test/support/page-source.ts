import type { TransferPages } from '../../functions/api/transfer-pages.ts';
import { readRanges } from '../../functions/api/transfer-source.ts';
import type { Clock } from '../../functions/runtime/clock.ts';
import type { TransferSource } from '../../functions/transfer/source.ts';

/** The source as the API client makes it, over pages that a test gives; every key is at hand. */
export function pageSource(pages: TransferPages, clock: Pick<Clock, 'now'>): TransferSource {
  const deps = { pages, clock, log: { warn() {} } };
  return {
    open: async () => {},
    ranges: (requests, limits) => requests.map((request) => readRanges(request, deps, limits)),
  };
}
