import { hash } from 'node:crypto';
import { parseApiVersion, parseBaseUrl } from '../http/base-url.ts';
import { parseJson } from '../http/read-json.ts';
import type { Clock } from '../runtime/clock.ts';
import type { PageRequest, TransferSource } from '../transfer/source.ts';
import { BadRequest, ReplyTooLarge, UnreadableReply } from '../transfer/source-errors.ts';
import { entryOf } from '../transfer/transfer-key.ts';
import { type ApiOptions, createApiClient } from './api-client.ts';
import { readTransferPage } from './read-transfer-page.ts';

/** Maximum transfers of a page (API document, 4.1). */
const largestPage = 100;
/** Sizes of the pages that are asked for in place of a page that is too large. */
const smallerPages = [25, 5, 1];

export interface TransferPagesOptions extends ApiOptions {
  /** `{base_url}` (API document, 4.1), with or without a path prefix. */
  readonly baseUrl: string;
  readonly apiVersion: string;
}

/**
 * GET {base_url}/api/v2/:address/erc20/transfers (API document, 4.1), page by page to the last one. Positions are the API's cursors; ''
 * replaces a cursor that can't be followed. The pages throw ReplyTooLarge if a single transfer is too large, and UnreadableReply if a
 * cursor or a page repeats. @throws BaseUrlUnreadable
 */
export function createTransferPages(options: TransferPagesOptions): TransferSource['pages'] {
  const base = `${parseBaseUrl(options.baseUrl)}/api/${parseApiVersion(options.apiVersion)}`;
  const get = createApiClient(options);
  const read = (text: string) => readTransferPage(parseJson(text));
  return async function* pages(request, limits) {
    const met = new Set<string>();
    let { position } = request;
    let limit = largestPage;
    for (;;) {
      if (position !== null) met.add(position);
      const url = transfersUrl(base, { ...request, position }, limit);
      const page = await get(url, read, limits).catch((error: unknown) => {
        const smaller = smallerPages.find((size) => size < limit);
        if (!(error instanceof ReplyTooLarge) || smaller === undefined) throw error;
        limit = smaller;
        return null;
      });
      if (page === null) continue; // reads the same place again; the rest of the read keeps the smaller size
      position = page.next;
      if (position !== null && page.transfers.length > 1) {
        const shown = hash('sha256', page.transfers.map(entryOf).join());
        if (met.has(shown))
          throw new UnreadableReply(
            'The API gave the same page again, under another cursor: following it would never end.',
          );
        met.add(shown);
      }
      const isRepeated = position !== null && met.has(position);
      yield isRepeated ? { ...page, next: '' } : page;
      if (position === null) return;
      if (isRepeated) {
        throw new UnreadableReply(
          'The API gave a cursor that it gave before in this read: following it would never end.',
        );
      }
    }
  };
}

/** Names the chain by its hex id, which stays valid if the API renames the chain. */
function transfersUrl(
  base: string,
  { wallet, chain, from, to, position, contracts = [] }: PageRequest,
  limit: number,
): string {
  let url = `${base}/${wallet}/erc20/transfers?chain=${chain.id}`;
  if (from !== null && 'block' in from) url += `&from_block=${from.block}`;
  if (from !== null && 'time' in from) url += `&from_date=${encodeURIComponent(from.time.toISOString())}`;
  if (to !== null) url += `&to_block=${to}`;
  url += `&limit=${limit}&disable_total=true`;
  for (const contract of contracts) url += `&contract_addresses%5B%5D=${contract}`;
  return position === null ? url : `${url}&cursor=${encodeURIComponent(position)}`;
}

/** Contracts that fit into a URL of 8,000 bytes, which every server accepts (RFC 9110, 4.1). */
const maxContracts = 110;
/** The longest array that common query parsers accept. */
const fewContracts = 20;
const triedAgainAfter = 86_400_000;

/**
 * A request for contracts gets one page at most. If the API refuses it, later requests name fewer contracts. If the API refuses
 * again, or shows other contracts, it is not asked for contracts for a day: its document does not name the parameter.
 */
export function askingForContracts(
  pages: TransferSource['pages'],
  clock: Pick<Clock, 'now'>,
): TransferSource['pages'] {
  let most = maxContracts;
  let askedAgainAt = 0;
  const pause = () => {
    askedAgainAt = clock.now() + triedAgainAfter;
  };
  return async function* ofContracts(request, limits) {
    if (request.contracts === undefined) return yield* pages(request, limits);
    const contracts = request.contracts.slice(0, most);
    if (contracts.length === 0 || clock.now() < askedAgainAt) return;
    try {
      for await (const page of pages({ ...request, contracts }, limits)) {
        if (page.transfers.some(({ token }) => !contracts.includes(token.address ?? ''))) pause();
        yield page;
        return;
      }
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      if (contracts.length > fewContracts) most = fewContracts;
      else pause();
    }
  };
}
