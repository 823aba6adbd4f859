/** Null for any other text. `URL.parse` came with Node 22; the construct is synthesised by Node 20 too. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
