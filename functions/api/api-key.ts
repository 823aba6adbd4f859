import type { SSMClient } from '@aws-sdk/client-ssm';
import { readParameter } from '../runtime/read-parameter.ts';

export interface ApiKey {
  /** Reads the key unless it is cached; null: there is none. */
  load(): Promise<string | null>;
  current(): string | null;
  /** After a refusal: the next load reads the key again. Until then calls send the cached one. */
  forget(): void;
  /** False: polls go out without a key too (an API on this machine). */
  readonly required: boolean;
  /** Where the key is, for messages to the owner. */
  readonly place: string;
  readonly howToSet: string;
}

/** A key in an SSM SecureString, read at cold start, and again after a refusal or while it is missing. */
export function createSsmApiKey(ssm: SSMClient, parameter: string): ApiKey {
  let key: string | null = null;
  let isRefused = false;
  return {
    required: true,
    place: `the SSM parameter ${parameter}`,
    howToSet: 'npx chainbell key set',
    current: () => key,
    forget: () => {
      isRefused = true;
    },
    async load() {
      if (key === null || isRefused) key = (await readParameter(ssm, parameter))?.trim() || null;
      isRefused = false;
      return key;
    },
  };
}

/** A key that never changes, as in the local run. */
export function fixedApiKey(key: string | null, options: { required: boolean }): ApiKey {
  return {
    ...options,
    place: 'CHAINBELL_API_KEY',
    howToSet: 'end this run, and start again with a valid CHAINBELL_API_KEY',
    current: () => key,
    forget: () => {},
    load: async () => key,
  };
}
