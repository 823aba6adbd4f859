import type { SSMClient } from '@aws-sdk/client-ssm';
import { readParameter } from '../runtime/aws-clients.ts';

export interface ApiKey {
  /** The key, read unless it is cached; null: there is none. */
  load(): Promise<string | null>;
  current(): string | null;
  /** Whether the owner has stored another key than the refused one. Until then each `load` reads the key again. */
  isReplaced(refused: string | null): Promise<boolean>;
  /** False: polls are made without a key, too. */
  readonly required: boolean;
  /** Where the key is, for messages to the owner. */
  readonly place: string;
  readonly howToSet: string;
}

export function createSsmApiKey(ssm: SSMClient, parameter: string): ApiKey {
  let key: string | null = null;
  let refused: string | null = null;
  const load = async () => {
    if (key === null || key === refused) key = (await readParameter(ssm, parameter))?.trim() || null;
    return key;
  };
  return {
    load,
    required: true,
    place: `the SSM parameter ${parameter}`,
    howToSet: 'npx chainbell key set',
    current: () => key,
    async isReplaced(one) {
      refused = one;
      const stored = await load();
      return stored !== null && stored !== one;
    },
  };
}

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
