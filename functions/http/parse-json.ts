import { UnreadableReply } from '../transfer/source-errors.ts';

/** A full page has about 3,000 values; millions would take seconds. */
const maxValues = 100_000;

/**
 * Parses JSON without losing digits: a number that a double would change becomes its source text (API document, 2.1).
 * @throws UnreadableReply also if the text is far larger or deeper than any reply
 */
export function parseJson(text: string): unknown {
  let values = 0;
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
      values += 1;
      if (values > maxValues)
        throw new UnreadableReply('The reply is JSON, but far larger than a reply of the API.');
      return typeof value !== 'number' || String(value) === context?.source ? value : context?.source;
    });
  } catch (error) {
    // The parser's own error is dropped, because it quotes the text. RangeError: a reviver overflows the stack on deep texts.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    const kind = text.trimStart().startsWith('<') ? 'a web page' : `${text.length} characters that are`;
    throw new UnreadableReply(
      `The reply is ${kind} not JSON: if this goes on, check the base address and any proxy on the way.`,
    );
  }
}
