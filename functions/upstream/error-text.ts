/**
 * Text of the server or of a library, fit for an error: control characters become spaces, an echoed key is
 * blanked (also in URL encoding), and it ends after `maxLength` characters.
 */
export function errorText(text: string, key: string | null, maxLength = 300): string {
  // \p{C}: control, format (bidi, zero-width) and unassigned characters, and halves of surrogate pairs.
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const blanked =
    key === null
      ? plain
      : plain.replaceAll(key, '[API key]').replaceAll(encodeURIComponent(key), '[API key]');
  return blanked.length <= maxLength ? blanked : `${blanked.slice(0, maxLength - 1).trimEnd()}…`;
}
