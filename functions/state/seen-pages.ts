import type { SeenStatus, SeenTransfer } from '../transfer/compare-with-seen.ts';
import type { Overflow } from './overflow.ts';
import type { WalletState } from './wallet-state.ts';

/**
 * An entry of `seen` as one short line: `key.block.mark.status.reissue.time`, the block and the time (epoch seconds)
 * in base 36, the status by a letter. A save is billed by the KB.
 */
export function writeSeen([key, seen]: readonly [string, SeenTransfer]): string {
  const { block, blockMark, status, reissue, minedAt } = seen;
  return [
    key,
    block.toString(36),
    blockMark,
    statusLetters[status],
    reissue,
    minedAt?.toString(36) ?? '',
  ].join('.');
}

/** @param page the page that the line stands in; null for the wallet's own item */
export function readSeen(line: string, page: string | null): [string, SeenTransfer] {
  const [key = '', block = '', blockMark = '', letter = '', reissue = '', time = ''] = line.split('.');
  const status = seenStatuses.find((known) => statusLetters[known] === letter) ?? 'suppressed';
  const minedAt = time === '' ? null : Number.parseInt(time, 36);
  return [
    key,
    { block: Number.parseInt(block, 36), blockMark, minedAt, status, reissue: Number(reissue), page },
  ];
}

const statusLetters = { published: 'p', missing: 'm', reverted: 'r', suppressed: 's' } satisfies Record<
  SeenStatus,
  string
>;
const seenStatuses = Object.keys(statusLetters) as SeenStatus[];

/** At about 45 bytes each this leaves most of an item's 400 KB to the outbox. */
const maxInItem = 1_000;
/** Those that change most: they stay when the others move out. */
const keptInItem = 300;

/**
 * The state with all that was seen, pages included; an entry of the wallet's own item stands above a page's. What a lost
 * page held counts as never seen, and is told again if it is read again: rather twice than not at all.
 */
export async function loadSeen(state: WalletState, overflow: Overflow): Promise<WalletState> {
  if (state.seenPages.length === 0) return state;
  const pages = await overflow.read(state.seenPages);
  const paged = pages.flatMap((lines, i) =>
    (lines ?? []).map((line) => readSeen(line, state.seenPages[i] ?? null)),
  );
  const seen = new Map<string, SeenTransfer>();
  const outdated = new Set<string>();
  for (const [key, one] of [...paged, ...state.seen]) {
    if (seen.has(key)) outdated.add(key);
    seen.set(key, one);
  }
  return { ...state, seen, outdated };
}

/** The state as its item can hold it: where it has seen too much, the oldest of it moves to pages, which are written. */
export async function spillSeen(state: WalletState, overflow: Overflow): Promise<WalletState> {
  const own = Array.from(state.seen).filter(([, { page }]) => page === null);
  if (own.length <= maxInItem) return state;
  const settled = own.filter(([, { status }]) => status !== 'missing');
  const oldest = settled.toSorted(([, a], [, b]) => a.block - b.block).slice(0, -keptInItem);
  const pages = await overflow.put(oldest.map(writeSeen));
  const moved = new Map<string, SeenTransfer>(
    pages.flatMap(({ name, lines }) => lines.map((line) => readSeen(line, name))),
  );
  return {
    ...state,
    seen: new Map(Array.from(state.seen, ([key, one]) => [key, moved.get(key) ?? one])),
    seenPages: [...state.seenPages, ...pages.map(({ name }) => name)],
  };
}

/** Pages of which something is still remembered. */
export function neededPages(
  seen: ReadonlyMap<string, SeenTransfer>,
  pages: readonly string[],
): readonly string[] {
  const needed = new Set(Array.from(seen.values(), ({ page }) => page));
  return pages.filter((page) => needed.has(page));
}
