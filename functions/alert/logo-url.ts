const plainUrl = /^https?:\/\/(?:[\w\-.~:/?@!$&*+,;=]|%[\da-f]{2})+$/i;

/**
 * A token's logo as a URL that is safe to hand on: http or https, no user or password in it, none of the
 * characters (quotes, brackets, blanks) with which a URL breaks out of HTML or Markdown, no fragment. Null for any other.
 */
export function logoUrl(logo: string | null): string | null {
  if (logo === null || logo.length > 1024 || !plainUrl.test(logo)) return null;
  const url = URL.parse(logo);
  return url === null || url.username !== '' || url.password !== '' ? null : logo;
}
