/** A text as people compare names: decoration, brackets with what is in them, and letter case do not count. */
export function nameKey(text: string): string {
  return text
    .replace(/[([{<].*$/s, (rest, at: number) =>
      at === 0 ? rest.replace(/^[([{<][^)\]}>]*[)\]}>]/, '') : '',
    )
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, '');
}

const twins: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  $: 's',
};

/**
 * A name key in which characters that pass for each other are one: 0 and O, 1, I and l, rn and m, and the digits that
 * stand for letters (U5DC). Two texts with the same look key look alike.
 */
export function lookKey(text: string): string {
  return nameKey(text.replace(/(?<=\w)\$(?=\w)/g, 's'))
    .replace(/[0-5i$]/g, (character) => twins[character] ?? character)
    .replace(/rn/g, 'm');
}

/**
 * A name key in which only characters are one that no eye tells apart: I, l, 1 and |, O and 0, S, 5 and $. The letters
 * of lookKey that need a second look (3 for e, a small i for 1) stay apart here: DALE is no DAI.e.
 */
export function seenKey(text: string): string {
  return nameKey(text.replace(/[Il|]/g, '1').replace(/[Oo]/g, '0').replace(/[Ss$]/g, '5'));
}
