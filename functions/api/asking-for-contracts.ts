import type { Clock } from '../runtime/clock.ts';
import type { TransferSource } from '../transfer/source.ts';
import { BadRequest } from '../transfer/source-errors.ts';

/** So many fit into a URL of 8,000 bytes, which every server takes (RFC 9110, 4.1). */
const mostContracts = 110;
/** Common parsers of queries take no longer array. */
const fewContracts = 20;
const triedAgainAfter = 86_400_000;

/**
 * The pages of requests, of which those for contracts have one page at the most. The API document does not name the parameter that
 * they take: an API that refuses it is asked for fewer contracts once, and one that refuses it again, or shows other contracts as
 * well, is not asked for contracts for a day.
 */
export function askingForContracts(
  pages: TransferSource['pages'],
  clock: Pick<Clock, 'now'>,
): TransferSource['pages'] {
  let most = mostContracts;
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
