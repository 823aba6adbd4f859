/** Longer names hold nothing that decides: what a reader sees of them is less. */
export const longestRead = 256;
/** Of letters beyond ASCII less is read: folding one costs a hundred times as much. */
export const longestFolded = 96;

/**
 * A text cut to what the rules read of it, no character cut in half. What is normalised is cut again: NFKC makes 18
 * characters of U+FDFA, and a rule's work may grow with the square of the length.
 */
export function bounded(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
