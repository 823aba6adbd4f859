import type { ApiKey } from '../../../functions/api/api-key.ts';
import { createTransferPages } from '../../../functions/api/transfer-pages.ts';
import { zeroAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { createDispatcher } from '../../../functions/http/transport.ts';
import type { PollEnvironment } from '../../../functions/poll-wallets/environment.ts';
import type { Clock } from '../../../functions/runtime/clock.ts';
import {
  KeyMissing,
  KeyRefused,
  PlanExhausted,
  SourceError,
} from '../../../functions/transfer/source-errors.ts';
import { messageOf } from '../unusable.ts';

/** The errors' messages never hold the key. */
export function apiAdvice(error: unknown): string {
  if (error instanceof KeyMissing) return `${error.message} npx chainbell key set stores one.`;
  if (error instanceof KeyRefused)
    return "the API refuses the key, so polls stop, unless a running function still has an earlier key that works: take a valid one from the provider's console, and npx chainbell key set.";
  if (error instanceof PlanExhausted) return `the plan's calls are used up: ${error.message}`;
  const whatToDo = error instanceof SourceError ? error.whatToDo : '';
  return `the API gave no transfers: ${messageOf(error)} ${whatToDo}`.trimEnd();
}

const timeout = 15_000;

/** Asks once for the zero address's transfers. Returns the error; null: the API takes the key. */
export async function tryKey(
  apiKey: ApiKey,
  { BASE_URL: baseUrl, API_VERSION: apiVersion }: Pick<PollEnvironment, 'BASE_URL' | 'API_VERSION'>,
  clock: Clock,
): Promise<unknown> {
  const dispatcher = createDispatcher();
  const limiter = { acquire: async () => {}, answered: () => {} };
  try {
    const options = { baseUrl, apiVersion, apiKey, limiter, clock, random: Math.random, dispatcher };
    const limits = { deadline: clock.now() + timeout, repeats: false };
    const request = { wallet: zeroAddress, chain: findChain('eth'), from: null, to: null, position: null };
    for await (const _page of createTransferPages(options)(request, limits)) break;
    return null;
  } catch (error) {
    return error;
  } finally {
    await dispatcher.close();
  }
}
