import { UnreadableReply } from '../../transfer/source-errors.ts';

/** No reply of either endpoint has more: a full page is about 3,000 values, three deep. */
const maxValues = 100_000;
const maxDepth = 32;

/**
 * Parses JSON without losing digits: a number that a double would change (values go up to 2^256-1; API document, 2.1) becomes its
 * source text.
 * @throws UnreadableReply if the text is no JSON, or far larger or deeper than any reply
 */
export function parseJson(text: string): unknown {
  // First without a reviver: a reviver takes seconds for millions of values, and overflows the stack on deep
  // ones. The parser's own error is dropped, because it quotes the text.
  const plain = attempt(() => JSON.parse(text), text);
  if (!isModest(plain))
    throw new UnreadableReply('The reply is JSON, but far larger or deeper than a reply of the API.');
  return mayLoseDigits.test(text) ? attempt(() => JSON.parse(text, textIfInexact), text) : plain;
}

/** A number that a double may change: sixteen digits or more, a fraction, exponent or sign. A match inside a text only costs time. */
const mayLoseDigits = /(?:^|"\s*:|[[,])\s*(?:-|\d{16}|\d+[.eE])/;

function textIfInexact(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value !== 'number' || String(value) === context?.source ? value : context?.source;
}

function attempt(parse: () => unknown, text: string): unknown {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const kind = text.trimStart().startsWith('<') ? 'a web page' : `${text.length} characters that are`;
    throw new UnreadableReply(
      `The reply is ${kind} not JSON: if this goes on, check the base address and any proxy on the way.`,
    );
  }
}

/** @param left how much deeper it may be, and how many more values it may hold */
function isModest(value: unknown, left = { depth: maxDepth, values: maxValues }): boolean {
  left.values -= 1;
  if (left.values < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  left.depth -= 1;
  if (left.depth < 0) return false;
  const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const child of children) if (!isModest(child, left)) return false;
  left.depth += 1;
  return true;
}
