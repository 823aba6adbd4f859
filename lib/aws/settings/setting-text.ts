/** Settings come as text (`-c name=value`) or as JSON: these turn text into the JSON that was meant. */

export type FromText = (value: unknown) => unknown;

export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** Text that is no number stays: a schema may know words such as `none`. */
export function asNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

export function asBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

export function asJsonOrWord(value: unknown): unknown {
  const text = trimmed(value);
  return typeof text === 'string' && text.startsWith('{') ? parsedOrAsIs(text) : text;
}

/** `a,b` or a JSON array; empty text is an empty list. */
export function asList(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (/^[[{]/.test(text)) return parsedOrAsIs(text);
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function parsedOrAsIs(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
