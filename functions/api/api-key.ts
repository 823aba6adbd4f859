import type { SSMClient } from '@aws-sdk/client-ssm';
import { readParameter } from '../runtime/read-parameter.ts';

/** The API key, kept between invocations. */
export interface ApiKey {
  /** Reads the key unless it is at hand. Null: there is none. */
  load(): Promise<string | null>;
  /** The key at hand, for the request's header. */
  current(): string | null;
  /** The API refused it: the next load reads anew. Calls under way still carry it. */
  forget(): void;
  /** False where polls go out without a key too (an API on this machine). */
  readonly required: boolean;
  /** Where the key is kept, as messages to the owner name it. */
  readonly place: string;
  /** What the owner does to set another one. */
  readonly howToSet: string;
}

/** The key as an SSM SecureString; read at cold start, and again after a refusal or while it is missing. */
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

/** A key from elsewhere, as in the local run. */
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
