import { isDeepStrictEqual } from 'node:util';
import type { CallLimits, PageRequest } from '../transfer/source.ts';
import { ReplyTooLarge, UnreadableReply } from '../transfer/source-errors.ts';
import { type ApiOptions, createApiClient } from './http/api-client.ts';
import { parseApiVersion, parseBaseUrl } from './http/base-url.ts';
import { parseJson } from './http/parse-json.ts';
import { readTransferPage, type TransferPage } from './read-transfer-page.ts';

/** Maximum transfers of a page (API document, 4.1). */
const largestPage = 100;
/** Transfers of the pages that replace a too large one: a stranger's token with a name of 90 KB makes a page of 9 MB. */
const smallerPages = [25, 5, 1];

/** Parameters of the transfers endpoint (API document, 4.1). */
export interface TransferQuery extends Omit<PageRequest, 'position'> {
  readonly limit?: number;
  /** Null: begins at the newest transfer. */
  readonly cursor: string | null;
}

/** Pages until the cursor ends. @throws ReplyTooLarge for a single too large transfer, UnreadableReply if a cursor or page repeats */
export type TransferPages = (query: TransferQuery, limits: CallLimits) => AsyncIterable<TransferPage>;

export interface TransferPagesOptions extends ApiOptions {
  /** `{base_url}` (API document, 4.1), with or without a path prefix. */
  readonly baseUrl: string;
  readonly apiVersion: string;
}

/** GET {base_url}/api/v2/:address/erc20/transfers (API document, 4.1), page by page. @throws BaseUrlUnreadable */
export function createTransferPages(options: TransferPagesOptions): TransferPages {
  const base = `${parseBaseUrl(options.baseUrl)}/api/${parseApiVersion(options.apiVersion)}`;
  const get = createApiClient(options);
  const read = (text: string) => readTransferPage(parseJson(text));
  return async function* pages(query, limits) {
    const met = new Set<string>();
    let { cursor, limit = largestPage } = query;
    let last: TransferPage['transfers'] = [];
    for (;;) {
      if (cursor !== null) met.add(cursor);
      const url = transfersUrl(base, { ...query, limit, cursor });
      const page = await get(url, read, limits).catch((error: unknown) => {
        const smaller = smallerPages.find((size) => size < limit);
        if (!(error instanceof ReplyTooLarge) || smaller === undefined) throw error;
        limit = smaller;
        return null;
      });
      if (page === null) continue; // the same place again; the rest of this read has the smaller page size too
      ({ cursor } = page);
      if (cursor !== null && met.has(cursor)) {
        throw new UnreadableReply(
          'The API gave a cursor that it gave before in this read: following it would never end.',
        );
      }
      if (cursor !== null && last.length > 1 && isDeepStrictEqual(page.transfers, last))
        throw new UnreadableReply(
          'The API gave the same page again, under another cursor: following it would never end.',
        );
      last = page.transfers;
      yield page;
      if (cursor === null) return;
    }
  };
}

/** Names the chain by its hex id, which stays valid if the API renames the chain. */
function transfersUrl(
  base: string,
  { wallet, chain, from, to, limit, cursor, contracts = [] }: TransferQuery,
): string {
  let url = `${base}/${wallet}/erc20/transfers?chain=${chain.id}`;
  if (from !== null && 'block' in from) url += `&from_block=${from.block}`;
  if (from !== null && 'time' in from) url += `&from_date=${encodeURIComponent(from.time.toISOString())}`;
  if (to !== null) url += `&to_block=${to}`;
  url += `&limit=${limit}&disable_total=true`;
  for (const contract of contracts) url += `&contract_addresses%5B%5D=${contract}`;
  return cursor === null ? url : `${url}&cursor=${encodeURIComponent(cursor)}`;
}
