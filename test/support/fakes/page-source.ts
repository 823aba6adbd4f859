import { askingForContracts } from '../../../functions/api/transfer-pages.ts';
import { ownPages } from '../../../functions/api/transfer-source.ts';
import type { Clock } from '../../../functions/runtime/clock.ts';
import type { TransferSource } from '../../../functions/transfer/source.ts';

/** A source as the API client makes it, over pages that a test gives; any key will do. */
export function pageSource(
  pages: TransferSource['pages'],
  clock: Pick<Clock, 'now'> = { now: () => 0 },
): TransferSource {
  return {
    open: async () => {},
    pages: askingForContracts((request, limits) => ownPages(request, pages, limits), clock),
  };
}
