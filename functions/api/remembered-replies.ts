/** Maximum characters of all remembered texts: some fifty full pages. */
const maxCharacters = 4_000_000;

/** Remembers results by text, since an idle wallet gets the same page at each poll. Nobody may change a result. */
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
    // Moved to the end of the map's order, to be forgotten last.
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
