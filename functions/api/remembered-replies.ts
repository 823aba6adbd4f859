/** Characters of texts: some fifty full pages, and what was read from them. */
const maxCharacters = 4_000_000;

/**
 * A reader that gives for a text it has met what it gave before. Between two transfers of a wallet the API sends the same
 * page at each poll, and all idle wallets get the same empty one: to compare the text costs a tenth of reading it. The
 * longest unasked text is forgotten first.
 * @param read gives the same for the same text, of which nobody changes anything
 */
export function rememberingReplies<T>(
  read: (text: string) => T,
  capacity = maxCharacters,
): (text: string) => T {
  const known = new Map<string, { readonly text: string; readonly value: T }>();
  let held = 0;
  return (text) => {
    const before = known.get(text);
    const entry = before ?? { text, value: read(text) };
    if (text.length > capacity) return entry.value;
    // To the end of the map's order: the last to be forgotten.
    if (before === undefined) held += text.length;
    else known.delete(text);
    known.set(entry.text, entry);
    for (const oldest of known.keys()) {
      if (held <= capacity) break;
      known.delete(oldest);
      held -= oldest.length;
    }
    return entry.value;
  };
}
