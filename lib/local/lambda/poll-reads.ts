import type { PageRequest, SourcePage, TransferSource } from '../../../functions/transfer/source.ts';

export interface PollRead {
  /** `0x… on eth`. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly began: number;
  /** Null: the API answered. */
  readonly error: Error | null;
}

/** Notes how the API answers a worker's polls: a person at a terminal wants to know of an outage at once. */
export function createPollReads(now: () => number) {
  let reads = new Map<string, PollRead>();
  async function* noted({ wallet, chain }: PageRequest, pages: AsyncIterable<SourcePage>) {
    const name = `${wallet} on ${chain.name}`;
    const began = now();
    const note = (error: Error | null) =>
      reads.set(name, { name, began, error: reads.get(name)?.error ?? error });
    try {
      for await (const page of pages) {
        note(null);
        yield page;
      }
    } catch (error) {
      note(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }
  return {
    listen: (source: TransferSource): TransferSource => ({
      ...source,
      pages: (request, limits) => noted(request, source.pages(request, limits)),
    }),
    /** Reads since the last call, one a wallet: failed if any of its reads failed. */
    take(): readonly PollRead[] {
      const taken = [...reads.values()];
      reads = new Map();
      return taken;
    },
  };
}
