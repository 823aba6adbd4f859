import type { SSMClient } from '@aws-sdk/client-ssm';
import { readParameter } from '../runtime/aws-clients.ts';

export interface ApiKey {
  /** Reads the key unless it is cached; null: there is none. */
  load(): Promise<string | null>;
  current(): string | null;
  /**
   * Reads the key again after a refusal: a warm function may hold the old key long after its owner stored a new one. From now on
   * each load reads it too, until another key is there. @returns whether another key is there
   */
  isReplaced(refused: string | null): Promise<boolean>;
  /** False: polls are made without a key, too (an API on this machine). */
  readonly required: boolean;
  /** Where the key is, for messages to the owner. */
  readonly place: string;
  readonly howToSet: string;
}

/** A key in an SSM SecureString, read at cold start, and again while it is refused or missing. */
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

/** A key that never changes, as in the local run. Keys are pasted: white space around them is dropped. */
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
