/**
 * The guide as a script: its `sh` blocks run in order, and the block after one has its output.
 * HTML comments, which readers do not see, give the other steps:
 *
 *   <!-- guide: shown only -->            the next block is not run
 *   <!-- guide: file chainbell.json -->   the next block is put into that file
 *   <!-- guide: a transfer -->            a transfer to the wallet is mined
 *   <!-- guide: Telegram 2 -->            the next block is the second message in the chat
 *   <!-- guide: webhook 2 -->             the next block is the body of the second request that the receiver took
 */
export type Step =
  | { readonly kind: 'run'; readonly command: string; readonly shown: Block | null }
  | { readonly kind: 'file'; readonly file: string; readonly text: string }
  | { readonly kind: 'transfer' }
  | { readonly kind: 'Telegram' | 'webhook'; readonly number: number; readonly shown: Block };

/** A block of the guide, and its place: its first line and the line after its last one. */
export interface Block {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

type Piece =
  | { readonly kind: 'says'; readonly says: string }
  | { readonly kind: 'block'; readonly language: string; readonly block: Block };

/** @throws Error for an unknown comment, or one without a block after it */
export function readSteps(page: string): Step[] {
  const pieces = readPieces(page.split('\n'));
  const steps: Step[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as Piece;
    const next = pieces[at + 1];
    const block = next?.kind === 'block' ? next.block : null;
    if (piece.kind === 'block') {
      if (piece.language !== 'sh') continue;
      const shows = next?.kind === 'block' && next.language === 'text';
      steps.push({ kind: 'run', command: piece.block.text, shown: shows ? next.block : null });
      continue;
    }
    const { says } = piece;
    if (says === 'a transfer') {
      steps.push({ kind: 'transfer' });
      continue;
    }
    if (block === null) throw new Error(`the guide has no block after: ${says}`);
    at += 1;
    if (says === 'shown only') continue;
    const [what, which = ''] = says.split(' ');
    if (what === 'file') steps.push({ kind: 'file', file: which, text: block.text });
    else if (what === 'Telegram' || what === 'webhook')
      steps.push({ kind: what, number: Number(which), shown: block });
    else throw new Error(`unknown comment in the guide: ${says}`);
  }
  return steps;
}

function readPieces(lines: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let open: { readonly language: string; readonly from: number } | null = null;
  for (const [index, line] of lines.entries()) {
    const [, says] = /^<!-- guide: (.+) -->$/.exec(line) ?? [];
    const [, language] = /^```(\w*)$/.exec(line) ?? [];
    if (open !== null) {
      if (line !== '```') continue;
      const { from } = open;
      const text = lines.slice(from, index).join('\n');
      pieces.push({ kind: 'block', language: open.language, block: { text, from, to: index } });
      open = null;
    } else if (language !== undefined) open = { language, from: index + 1 };
    else if (says !== undefined) pieces.push({ kind: 'says', says });
  }
  return pieces;
}

/** The page with other texts in some of its blocks. */
export function rewrite(page: string, texts: ReadonlyMap<Block, string>): string {
  const lines = page.split('\n');
  const last = [...texts].sort(([one], [other]) => other.from - one.from);
  for (const [{ from, to }, text] of last) lines.splice(from, to - from, ...text.split('\n'));
  return lines.join('\n');
}
