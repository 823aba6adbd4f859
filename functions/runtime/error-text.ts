/** For the log, with the error's message. */
export function stackOf(error: unknown): string {
  return (error instanceof Error ? error.stack : undefined) ?? String(error);
}

/** `ECONNRESET`, for texts that must show no host or address, as messages of network errors do. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

/** An error's class and places, without the message, which may quote a node's secret URL. */
export function placesOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return [error.name, ...frames.slice(0, 5)].join('\n');
}

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
