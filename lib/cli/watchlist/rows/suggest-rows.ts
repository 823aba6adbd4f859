import { type Address, checksumAddress, readAddress } from '../../../../functions/chain/address.ts';
import { type Chain, typedName } from '../../../../functions/chain/chains.ts';
import { cleanText } from '../../../../functions/text/safe-text.ts';
import { editDistance } from '../../../../functions/wallet/misspelt-attributes.ts';
import { compareText } from '../../../../functions/wallet/read-watchlist.ts';
import { keyOf } from '../../../../functions/wallet/watch.ts';
import { inConsole } from '../../../../functions/wallet/watchlist-row.ts';
import { chainOf, type WatchedWallet } from '../../frame/watched-wallet.ts';
import { type OpenStack, openTable } from '../../stack/open-stack.ts';
import { labelOf } from './plain-row.ts';

/** A few seconds of reading; the rest of a larger Watchlist is left out. */
const maxRows = 100_000;
const rowsPerPage = 1_000;
const maxSuggested = 3;

interface Suggestion {
  /** A smaller one is nearer. */
  readonly rank: number;
  readonly wallet: Address;
  /** Only the ends are equal, as in an imitation. */
  readonly endsAlone: boolean;
  readonly chain: Chain;
  readonly label: string | null;
}

/**
 * A sentence with the three nearest rows, each address in full, because an imitation may be among them. Null if none
 * is near, or the Watchlist can't be read.
 * @param typed anything
 */
export async function suggestRows(open: OpenStack, typed: string, chain: Chain): Promise<string | null> {
  const near = await nearestRows(open, typed, chain).catch(() => []);
  // Commands find rows by their key in the spellings that people copy.
  if (near.some((row) => row.wallet === typed && row.chain.id === chain.id))
    return `Its row has blanks around the address or a letter in the wrong case: mend that in ${inConsole}.`;
  return near.length === 0 ? null : sentenceOf(near, chain);
}

/** Watches with this label in any letter case; null if the Watchlist can't be read. @param chain null: any */
export async function walletsLabelled(open: OpenStack, typed: string, chain: Chain | null) {
  const wanted = cleanText(typed)?.toLowerCase();
  const wallets = await watchedWallets(open, chain).catch(() => null);
  return wallets === null ? null : wallets.filter(({ label }) => label?.toLowerCase() === wanted);
}

/**
 * The watched wallets, each watch once. Includes wallets of rows of which only the key can be understood.
 * @param chain null: on any
 */
export async function watchedWallets(open: OpenStack, chain: Chain | null) {
  const found = new Map<string, WatchedWallet & { readonly label: string | null }>();
  for await (const row of rowsOf(open)) {
    const wallet = readAddress(String(row.wallet).trim());
    const on = chainOf(String(row.chain));
    if (wallet === null || on === null || (chain !== null && chain.id !== on.id)) continue;
    const key = keyOf(wallet, on.id);
    found.set(key, { wallet, chain: on, label: labelOf(row) ?? found.get(key)?.label ?? null });
  }
  return [...found.values()];
}

async function nearestRows(open: OpenStack, typed: string, chain: Chain): Promise<Suggestion[]> {
  const nearnessOf = createNearness(typed);
  let near: Suggestion[] = [];
  for await (const row of rowsOf(open)) {
    const label = labelOf(row);
    const nearness = nearnessOf(String(row.wallet), label);
    const on = nearness && chainOf(String(row.chain));
    if (nearness && on) near = nearestOf([...near, { ...nearness, chain: on, label }], chain);
  }
  return near;
}

async function* rowsOf(open: OpenStack) {
  let read = 0;
  for await (const row of (await openTable(open, 'watchlist')).scan({ Limit: rowsPerPage })) {
    yield row;
    read += 1;
    if (read === maxRows) break;
  }
}

function nearestOf(rows: readonly Suggestion[], asked: Chain): Suggestion[] {
  const elsewhere = ({ chain }: Suggestion) => Number(chain.id !== asked.id);
  return rows
    .toSorted((a, b) => a.rank - b.rank || elsewhere(a) - elsewhere(b) || compareText(a.wallet, b.wallet))
    .slice(0, maxSuggested);
}

function sentenceOf(near: readonly Suggestion[], asked: Chain): string {
  const names = near.map(({ wallet, chain, label }) => {
    const option = chain.id === asked.id ? '' : ` (--chain ${typedName(chain)})`;
    return `${checksumAddress(wallet)}${label === null ? '' : ` (${label})`} on ${chain.name}${option}`;
  });
  const question =
    names.length === 1 ? `Did you mean ${names[0]}?` : `Did you mean one of these: ${names.join(', ')}?`;
  if (!near.some(({ endsAlone }) => endsAlone)) return question;
  return `${question} Addresses that begin and end alike are not the same: compare every digit.`;
}

/** Typing slips in a whole address or label. */
const maxSlips = 2;
const ends = 4;
const rankOfEnds = maxSlips + 1;

/** Accepts an address with a slip or two, with only its ends right, or shortened in the middle, and a label. */
export function createNearness(typed: string) {
  const text = typed.trim().toLowerCase().slice(0, 80);
  const isLabel = !text.startsWith('0x');
  const digits = text.replace(/^0x/, '');
  const [, head, tail] = /^([0-9a-f]{3,})(?:\.{2,3}|…)([0-9a-f]{3,})$/.exec(digits) ?? [];
  const rankOf = (row: string): number | null => {
    if (head !== undefined && tail !== undefined)
      return row.startsWith(head) && row.endsWith(tail) ? 1 : null;
    const slips = editDistance(digits, row, maxSlips);
    if (slips <= maxSlips) return slips;
    const alike = digits.length >= 2 * ends && row.startsWith(digits.slice(0, ends));
    return alike && row.endsWith(digits.slice(-ends)) ? rankOfEnds : null;
  };
  return (wallet: string, label: string | null) => {
    const address = readAddress(wallet.trim());
    if (address === null) return null;
    const rank = rankOf(address.slice(2)) ?? (isLabel && label !== null ? rankOfLabel(text, label) : null);
    return rank === null ? null : { rank, wallet: address, endsAlone: rank === rankOfEnds };
  };
}

function rankOfLabel(text: string, label: string): number | null {
  const most = text.length <= 4 ? 1 : maxSlips;
  const slips = editDistance(text, label.toLowerCase(), most);
  return slips <= most ? slips : null;
}
