import type { SSMClient } from '@aws-sdk/client-ssm';
import { isUndecryptable, readParameter } from '../runtime/aws-clients.ts';
import { KeyMissing } from '../transfer/source-errors.ts';

export interface ApiKey {
  /** Returns the key, which is read if it is not cached. Null: there is none. @throws KeyMissing if SSM may not decrypt it for the function */
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

/** Whether this reason of an incident says that the poll function can't read the key. */
export function saysUnreadable(reason: string): boolean {
  return /^The key in the SSM .* can't be read/.test(reason);
}

export function createSsmApiKey(ssm: SSMClient, parameter: string): ApiKey {
  let key: string | null = null;
  let refused: string | null = null;
  const place = `the SSM parameter ${parameter}`;
  const howToSet = 'npx chainbell key set';
  const read = () =>
    readParameter(ssm, parameter).catch((error: unknown) => {
      if (!isUndecryptable(error)) throw error;
      const why = `The key in ${place} can't be read (${error.name}). Its KMS key`;
      throw new KeyMissing(`${why} must be alias/aws/ssm, or let the poll function decrypt.`, howToSet);
    });
  const load = async () => {
    if (key === null || key === refused) key = (await read())?.trim() || null;
    return key;
  };
  return {
    load,
    required: true,
    place,
    howToSet,
    current: () => key,
    async isReplaced(one) {
      refused = one;
      const stored = await load();
      return stored !== null && stored !== one;
    },
  };
}
