import type { ApiKey } from '../functions/api/api-key.ts';

/** The local run's key, without the white space of a paste. */
export function fixedApiKey(pasted: string | null, options: { required: boolean }): ApiKey {
  const key = pasted?.trim() || null;
  return {
    ...options,
    place: 'CHAINBELL_API_KEY',
    howToSet: 'end this run, and start again with a valid CHAINBELL_API_KEY',
    current: () => key,
    isReplaced: async () => false,
    load: async () => key,
  };
}
