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
