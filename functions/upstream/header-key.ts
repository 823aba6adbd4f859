import { KeyRefused } from './errors.ts';

/**
 * The key as it goes into the X-API-Key header (API document, 5), or null where there is none to send.
 * White space around it is dropped: keys are pasted, or piped from a file with its line end.
 * @throws KeyRefused, without the key in it, for characters that no header can carry.
 */
export function headerKey(key: string | null): string | null {
  const trimmed = key?.trim() ?? '';
  if (trimmed === '') return null;
  if (/^[\x20-\x7e]+$/.test(trimmed)) return trimmed;
  throw new KeyRefused(
    'The API key was not sent: it holds a line break or another character that no key has. Store it again.',
  );
}
