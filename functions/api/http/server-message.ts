import { isRecord } from '../wire.ts';
import { parseJson } from './parse-json.ts';

/** A server's text for an error: without control characters and the key, at most `maxLength` characters. */
export function errorText(text: string, key: string | null, maxLength = 300): string {
  // \p{C}: control, format (bidi, zero-width) and unassigned characters, and halves of surrogate pairs.
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const blanked =
    key === null
      ? plain
      : plain.replaceAll(key, '[API key]').replaceAll(encodeURIComponent(key), '[API key]');
  return blanked.length <= maxLength ? blanked : `${blanked.slice(0, maxLength - 1).trimEnd()}…`;
}

/** A refusal's message (API document, 7), safe to show: `{message: string | string[], details?, error?}`, HTML or text. */
export function serverMessage(body: string, key: string | null): string | null {
  const text = errorText(saidBy(body), key);
  return /^[\s{}[\]"]*$/.test(text) ? null : text;
}

function saidBy(body: string): string {
  let parsed: unknown = null;
  try {
    parsed = parseJson(body);
  } catch {
    // A text or a web page.
  }
  if (!isRecord(parsed)) return body.includes('<') ? '' : body;
  const messages = texts(parsed.message);
  const causes = messages.length > 0 ? messages : texts(parsed.error);
  return [...causes, ...details(parsed.details)].join('; ');
}

/** A list of texts, or by field: `{"chain": {"message": "must be a valid enum value"}}`. */
function details(value: unknown): string[] {
  if (!isRecord(value)) return texts(value);
  return Object.entries(value).flatMap(([field, fault]) =>
    texts(isRecord(fault) ? fault.message : fault).map((text) => `${field}: ${text}`),
  );
}

function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string' && each !== '');
}
