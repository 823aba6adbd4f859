import type { Log } from '../runtime/log.ts';
import type { TransferSource } from '../transfer/source.ts';
import { KeyMissing } from '../transfer/source-errors.ts';
import { readRanges } from './ranges/read-ranges.ts';
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
