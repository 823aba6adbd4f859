/** Each stands in front of a colon in emails. */
const lines = [
  'Amount|Worth|Allowance|Spender|Expires|Token|Contract|Token id|Verified|From|To|Wallet|Chain|Time',
  'Block|Blocks|From block|Since|Hidden|Others|Watched|Direction|Tokens|Ignored|Trusted|Minimum|Minimum worth|Floor',
  'Balance|Before|Now|Spam|Singles|Polled|Transaction|Severity|Alert',
] as const;

type Split<Line extends string> = Line extends `${infer First}|${infer More}` ? First | Split<More> : Line;
export type FactName = Split<(typeof lines)[number]>;
export const factNames = lines.flatMap((line) => line.split('|') as FactName[]);

/** The colon, and what looks like one. */
const forged = new RegExp(
  `(?<![\\p{L}\\p{N}])(${factNames.join('|')})( *)([:\\uff1a\\ufe55\\ufe13\\ua789\\u02d0\\u2236])`,
  'giu',
);

/** Phones break lines where they like: a token called "Gold Transaction: 0x12" must not put a line of its own among the facts. */
export function breakFacts(text: string): string {
  return text.replace(forged, '$1$2($3)');
}
