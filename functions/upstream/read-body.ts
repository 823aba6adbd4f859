import { UnreadableReply } from './errors.ts';

/**
 * The body as text, counted while it streams in: a server that sends without end is cut off at `maxBytes`.
 * @throws UnreadableReply beyond `maxBytes`, and whatever the stream fails with.
 */
export async function readBody(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  // One growing buffer: a list of chunks of a byte each would take a hundred times the memory.
  let held = Buffer.allocUnsafe(Math.min(maxBytes, 64 * 1024));
  let size = 0;
  for await (const chunk of body) {
    if (size + chunk.length > maxBytes) {
      throw new UnreadableReply(`The reply is larger than ${maxBytes} bytes, which no page of the API is.`);
    }
    if (size + chunk.length > held.length) {
      const larger = Buffer.allocUnsafe(Math.max(held.length * 2, size + chunk.length));
      held.copy(larger, 0, 0, size);
      held = larger;
    }
    chunk.copy(held, size);
    size += chunk.length;
  }
  return new TextDecoder().decode(held.subarray(0, size));
}
