/** Reads a stream until it has shown all of these texts. @returns what it has shown */
export async function readUntil(
  stream: AsyncIterable<Uint8Array> | null,
  ...texts: readonly string[]
): Promise<string> {
  let shown = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream ?? []) {
    shown += decoder.decode(chunk, { stream: true });
    if (texts.every((text) => shown.includes(text))) return shown;
  }
  throw new Error(`the stream ended without them: ${shown}`);
}
