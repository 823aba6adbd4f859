import { join } from 'node:path';
import type { ApiAddresses } from './lambda/functions.ts';
import { startSimulatedApi } from './simulated-api/simulated-api.ts';
import { storyChains } from './simulated-api/story-chains.ts';
import type { WhichApi } from './which-api.ts';

/** The API while it is polled. */
export interface RunningApi extends ApiAddresses {
  readonly key: string | null;
  stop(): Promise<void>;
}

/** Starts the simulated API where it is the one; the real one runs elsewhere. */
export async function runApi(api: WhichApi, dataDir: string | null): Promise<RunningApi> {
  if (api.kind === 'real') return { ...api, stop: async () => {} };
  const chains = storyChains(dataDir === null ? undefined : join(dataDir, 'story.json'));
  const { address, stop } = await startSimulatedApi(chains);
  return { baseUrl: address, coinBaseUrl: api.coinBaseUrl ?? address, key: null, stop };
}
