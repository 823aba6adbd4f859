import { Unusable } from './unusable.ts';

/**
 * Reads one value.
 * @param option null: the value's own words say enough
 * @throws Unusable with the first line of what its reader throws, behind the option's name
 */
export function readOption<Value>(option: string | null, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new Unusable(option === null ? reason : `${option}: ${reason}`, { cause: error });
  }
}
