import type { Clock } from '../runtime/clock.ts';
import type { TransferSource } from '../transfer/source.ts';
import { BadRequest } from '../transfer/source-errors.ts';

/** As many contracts as fit into a URL of 8,000 bytes, which every server accepts (RFC 9110, 4.1). */
const maxContracts = 110;
/** The longest array that common query parsers accept. */
const fewContracts = 20;
const triedAgainAfter = 86_400_000;

/**
 * A request for contracts gets one page at most. The API document does not name the contracts' parameter: if the API refuses it,
 * later requests name fewer contracts; if it refuses again, or shows other contracts, it is not asked for contracts for a day.
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
