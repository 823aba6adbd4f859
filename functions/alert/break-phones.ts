/** What may stand between the digits of a telephone number, a keycap's mark among it. */
const between = String.raw`[\s().\-\p{Pd}\u2212/\\~\u223c[\]+*#\u00b7\u2022xX\p{M}]{0,5}`;
/** An address is no number, in full or with its middle left out, whatever a telephone thinks of its digits. */
const address = String.raw`0x(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{4,6}\.{3}[0-9a-fA-F]{4,6})(?![0-9a-fA-F])`;
const isAddress = new RegExp(`^${address}$`);
const number = new RegExp(String.raw`${address}|\p{N}(?:${between}\p{N}){6,}`, 'gu');
/** 1-800-FLOWERS: telephones know the prefixes of free calls. */
const vanity =
  /(?<![\p{L}\p{N}])(?:1[\s.-])?8(?:00|88|77|66|55|44|33)[.-](?=[A-Za-z]{3})(?:[A-Za-z\d]+[.-]?)+/gu;

/**
 * A text that others wrote, in which no telephone finds a number to call: from seven digits on, whatever signs stand
 * between them, they are written in groups of four at most with a low line between, `+1_888_555_0123`, which no program
 * takes for a part of a number.
 */
export function breakPhones(text: string): string {
  return text
    .replace(number, (found) => (isAddress.test(found) ? found : inGroups(found)))
    .replace(vanity, (found) => found.replace(/[\s.-]+/g, '_'));
}

function inGroups(found: string): string {
  return (found.match(/(?:\p{N}\p{M}*){1,4}/gu) ?? []).join('_');
}
