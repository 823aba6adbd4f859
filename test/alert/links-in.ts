/** Patterns of what mail programs and phones turn into links; broader than in any real program. */
const patterns = [
  /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_-]*\.\p{L}[\p{L}\p{N}\p{M}-]+/gu, // a bare domain, any top-level domain
  /(?<![\d,.])\d{1,3}(\.\d{1,3}){3}/g, // an IP address
  /[a-z][a-z0-9+.-]*:\/\//gi, // a scheme
  /\b(h(tt|xx)ps?|ftps?|mailto|tel|sms|javascript|vbscript|data|file|tg):/gi, // a scheme alone
  /localhost/gi, // the one host without a dot
  /\/\/\S/g, // a URL without its scheme
  /[\p{L}\p{N}._+-]@[\p{L}\p{N}]/gu, // a mail address
  /www\d*\.[^\s.]/gi,
  /(^|\s)\.\p{L}{2,}/gu, // a top-level domain that may join what stands before it
];

/** Every part of the text that some program might turn into a link, after look-alike letters are normalised. */
export function linksIn(text: string): string[] {
  const plain = text.normalize('NFKC').replace(/[。。]/g, '.');
  return patterns.flatMap((pattern) => plain.match(pattern) ?? []);
}

/** Characters that show nothing, break lines or change the reading direction; line feeds are checked separately. */
export function invisibleIn(text: string): string[] {
  const found = text.match(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u00a0]/gu) ?? [];
  return found.map((character) => `U+${character.codePointAt(0)?.toString(16)}`);
}
