import type { SimulatedChains } from './simulated-api.ts';
import type { SimulatedTransfer } from './simulated-transfer.ts';
import { storyTransfers } from './story.ts';
import { readStarts, writeStarts } from './story-starts.ts';

/**
 * The chains on which the story happens. It starts at the first request, so that its wallets are watched by then:
 * what was there at a wallet's first poll is old. With a file, a later run goes on with the same transfers.
 */
export function storyChains(startsFile?: string): SimulatedChains {
  const earlier = startsFile === undefined ? [] : readStarts(startsFile);
  let transfers: readonly SimulatedTransfer[] | undefined;
  return {
    transfers: (now) => {
      if (transfers === undefined) {
        const starts = [...earlier, now];
        if (startsFile !== undefined) writeStarts(startsFile, starts);
        transfers = storyTransfers(starts);
      }
      return transfers;
    },
  };
}
