import confusableLetters from 'unhomoglyph/data.json' with { type: 'json' };

/** Rules read only this many characters of a name; people see fewer. */
export const maxRead = 256;
/** For texts beyond ASCII, which cost a hundred times as much to fold. */
const maxFoldedLength = 96;

/** Cuts without halving a character. Normalised texts are cut again: NFKC makes 18 characters of U+FDFA. */
export function bounded(text: string, length = maxRead): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Characters that grow to more than four letters: a few of them (ﷺ is eighteen) would push the rest of a name out of `maxRead`. */
const phrases = /[\u060a\u102a\u2031\u266a\u321d\u321e\u3300-\u3357\u33ae\u33af\ufdf2-\ufdfb]/g;

/** The part of a text beyond ASCII that is folded. */
export function cut(text: string): string {
  return bounded(text, maxFoldedLength).replace(phrases, '\ufffd');
}

/** Ideographic, one-dot leader, Arabic and Lisu stops, low rings (seen in lures in 2023), and middle dots inside a word. */
const dots =
  /[\u3002\uff61\u2024\u06d4\ua4f8\u02f3\u02d9\u0589\u0701\u0702\uff0e\ufe52]|(?<=\S)[\u00b7\u2219\u22c5\u30fb](?=\S)|\s\p{M}+(?=\p{L})/gu;
const marks = /\p{M}+/gu;
const notAscii = /[^\0-\x7f]+/gu;

/** Characters that the confusables table lacks, or takes for digits or other alphabets, each list with its look-alike. */
const shapes = [
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'ABCDEFGHIJKLMNOPRSTUVWYZ'],
  ['ᗩᗷᑕᗞᗪᖴᕼᒍᒪᗰᑎᑭᖇᔕᑌᐯᗯ', 'ABCDDFHJLMNPRSUVW'],
  ['€₿₵£₳₱Ξ₮ŦΛ∆Δ⊂⊏∩∪∅◯○⭕ƧƨƊƐƷƲȻꞒⲤ𐐣ˡʳˢᶻᴾȺⱥᏆ฿₸†₣₴§', 'EBCLAPETTAAACCUUOOOOSsDEZUCCCClrszPAaIBTTFSS'],
  ['ꍏꌃꉓꀸꍟꎇꁅꃅꀤꀭꀘ꒒ꂵꈤꂦꉣꆰꋪꌗ꓄ꀎꃴꅏꊼꌩꁴ', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['ꋬꃳꉔ꒯ꏂꊰꍌꁝ꒐꒻ꋊꄲꇙ꒤꒦ꅐꉧꌦ', 'ABCDEFGHIJNOSUVWXY'],
  ['卂乃匚乇千Ꮆ卄丨ﾌㄥ爪几ㄖ卩Ɋ尺丂ㄒㄩ山乂ㄚ乙', 'ABCEFGHIJLMNOPQRSTUWXYZ'],
  ['ꪖ᥇ᥴᦔꫀᠻᧁꫝꠓ꠸ꪶꪑꪀꪮ૧ᦓꪊꪜ᭙᥊ꪗ', 'ABCDEFGHIJLMNOQSUVWXY'],
  ['ɮƈɛʄʝʍքֆȶʊʋᄃΣᄂƬᑫᘔεɱɾχႦϝʅϙƚԃҽԋɃⱣꝖɌⱤⱠⱫ₥₦₲ⲀⲂⲈⲒⲌ', 'BCEFJMPSTUVCELTQZEMRXBFLQTDEHBPQRRLZMNGABEIZ'],
  ['ႽꕶᔆፐᐪՄԱᙀᗫᗟᗠↁᙅᙓƎ∃ꓯ∀ᗄɅᗿᗾᗽᙖᗙ丅丁凵ㄈ', 'SSSTTUUUDDDDCEEEAAAABBBBBTTUC'],
] as const;
const alphabets = [0x249c, 0x24b6, 0x24d0, 0x1f110, 0x1f1e6, 0x1f150, 0x1f170];

/** The package's own function tries its 6,000 characters in turn at each place of the text. */
const lookalikes: ReadonlyMap<string, string> = new Map([
  // The table reads a drawn m as "rn", so that 𝐜𝐥𝐚𝐢𝐦 would not read as "claim".
  ...Object.entries(confusableLetters).map(([one, seen]) => [one, seen === 'rn' ? 'm' : seen] as const),
  ...shapes.flatMap(([drawn, read]) =>
    Array.from(drawn, (character, i) => [character, read.charAt(i)] as const),
  ),
  ...alphabets.flatMap((first) =>
    Array.from(
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      (letter, i) => [String.fromCodePoint(first + i), letter] as const,
    ),
  ),
]);

function unhomoglyph(text: string): string {
  return text.replace(/./gsu, (character) => lookalikes.get(character) ?? character);
}

/**
 * The skeleton of UTS #39: each character becomes the ASCII that it looks like, by the Unicode Consortium's own table. The
 * table goes before NFKC, which would turn the Greek lunate sigma (Ϲ, a C to the eye) into a sigma. ASCII stays as it is.
 */
export function foldText(text: string): string {
  const skeleton = cut(text)
    .replace(dots, '.')
    .replace(notAscii, (run) => unhomoglyph(run));
  const compatible = bounded(bounded(skeleton).normalize('NFKC'));
  return bounded(
    compatible.replace(notAscii, (run) => unhomoglyph(bounded(run.normalize('NFKD')).replace(marks, ''))),
  );
}

/** Makes names comparable: removes decoration, letter case and parts in brackets. A name that is all in brackets keeps its letters. */
export function nameKey(text: string): string {
  return text
    .replace(/[([{<].*$/s, (rest, at: number) =>
      at === 0 ? rest.replace(/^[([{<][^)\]}>]*[)\]}>](?=.*[\p{L}\p{N}])/su, '') : '',
    )
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, '');
}

const confusables: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  $: 's',
};

/** A nameKey in which characters that pass for each other are equal: 0 and O, 1, I and l, rn and m, VV and W, U5DC. */
export function skeleton(text: string): string {
  return nameKey(text.replace(/(?<=\w)\$(?=\w)/g, 's'))
    .replace(/[0-5i$]/g, (character) => confusables[character] ?? character)
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
}

/** A nameKey in which characters that no eye tells apart are equal: I, l, 1 and |, O and 0, S, 5 and $, VV and W. 3 and e differ. */
export function seenKey(text: string): string {
  return nameKey(
    text.replace(/[Il|]/g, '1').replace(/[Oo]/g, '0').replace(/[Ss$]/g, '5').replace(/vv/gi, 'w'),
  );
}
