/** For the log, with the error's message. */
export function stackOf(error: unknown): string {
  return (error instanceof Error ? error.stack : undefined) ?? String(error);
}

/** `ECONNRESET`: messages of network errors hold hosts and addresses, so some places show the code alone. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

/** Class and places of an error, without its message: that may quote a node's URL, which is a secret. */
export function placesOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return [error.name, ...frames.slice(0, 5)].join('\n');
}
