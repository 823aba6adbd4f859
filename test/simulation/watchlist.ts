import type { Tables } from './aws/tables.ts';
import { type ChainProfile, chainProfiles } from './chain/chain-profiles.ts';
import type { Duplicate, TypedAttributes } from './story/happenings.ts';
import { type StoryRow, watchName } from './story/story.ts';

/** How a row asks to be watched from a moment on; null: not at all. */
export interface RowVersion {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly attributes: TypedAttributes | null;
}

interface TypedRow {
  readonly wallet: string;
  readonly chain: string;
  readonly attributes: TypedAttributes;
}

/** The rows as people type them, and which row counts if several watch one wallet: written independently from the contract. */
export class SimWatchlist {
  private readonly rows = new Map<string, TypedRow[]>();
  private readonly versions = new Map<string, RowVersion[]>();
  /** By the typed key: until when the row was a duplicate; null while it still is. */
  private readonly doubles = new Map<string, number | null>();
  private readonly broken = new Map<string, number | null>();
  private readonly silent = new Map<string, number | null>();
  private readonly tables: Pick<Tables, 'put' | 'delete'>;
  private readonly now: () => number;

  constructor(tables: Pick<Tables, 'put' | 'delete'>, now: () => number) {
    this.tables = tables;
    this.now = now;
  }

  /** Every version that the row had, the oldest first. */
  versionsOf(row: StoryRow): readonly RowVersion[] {
    return this.versions.get(nameOf(row)) ?? [];
  }

  /** The row under its canonical spelling; null if there is none. */
  typed(row: StoryRow): TypedAttributes | null {
    const key = keyOf(spelt(row, null));
    return this.rows.get(nameOf(row))?.find((typed) => keyOf(typed) === key)?.attributes ?? null;
  }

  /** When this row, as typed, was last a duplicate, not understood or silent, epoch milliseconds. */
  lastWrong(how: 'doubles' | 'broken' | 'silent', key: Omit<TypedRow, 'attributes'>): number {
    const until = this[how].get(keyOf(key));
    return until === undefined ? Number.NEGATIVE_INFINITY : (until ?? this.now());
  }

  /** @param spelling null: the canonical one */
  put(row: StoryRow, attributes: TypedAttributes, spelling: Spelling | null = null): void {
    const typed = { ...spelt(row, spelling), attributes };
    this.tables.put('Watchlist', { wallet: typed.wallet, chain: typed.chain, ...attributes });
    const others = this.others(row, typed);
    this.change(row, [...others, typed]);
  }

  delete(row: StoryRow, spelling: Spelling | null = null): void {
    const key = spelt(row, spelling);
    this.tables.delete('Watchlist', key);
    this.change(row, this.others(row, key));
  }

  private others(row: StoryRow, key: Omit<TypedRow, 'attributes'>): TypedRow[] {
    const known = this.rows.get(nameOf(row)) ?? [];
    return known.filter(({ wallet, chain }) => wallet !== key.wallet || chain !== key.chain);
  }

  private change(row: StoryRow, rows: TypedRow[]): void {
    const { name } = chainProfiles[row.chain];
    const rank = (typed: TypedRow) => Number(typed.wallet !== row.wallet) + Number(typed.chain !== name);
    const [decides, ...others] = rows
      .filter((typed) => !isBroken(typed))
      .toSorted((a, b) => rank(a) - rank(b) || compare(a.wallet, b.wallet) || compare(a.chain, b.chain));
    const version = { since: this.now(), attributes: decides?.attributes ?? null };
    this.versions.set(nameOf(row), [...this.versionsOf(row), version]);
    const before = this.rows.get(nameOf(row)) ?? [];
    this.mark(this.doubles, [...before, ...rows], others);
    this.mark(this.broken, [...before, ...rows], rows.filter(isBroken));
    this.mark(this.silent, [...before, ...rows], decides !== undefined && isSilent(decides) ? [decides] : []);
    this.rows.set(nameOf(row), rows);
  }

  private mark(states: Map<string, number | null>, all: readonly TypedRow[], now: readonly TypedRow[]): void {
    const keys = new Set(now.map(keyOf));
    for (const typed of all) {
      const key = keyOf(typed);
      if (keys.has(key)) states.set(key, null);
      else if (states.get(key) === null) states.set(key, this.now());
    }
  }
}

/** Whether a row has something that can't be understood. */
function isBroken({ attributes }: TypedRow): boolean {
  return attributes.direction === brokenDirection;
}

/** Whether a row ignores every token that it asks for. */
function isSilent({ attributes: { tokens, ignoreTokens } }: TypedRow): boolean {
  return Array.isArray(tokens) && tokens.every((token) => token === ignoreTokens);
}

/** A typing error of a person who changes a row. */
export const brokenDirection = 'inn';

function keyOf({ wallet, chain }: Omit<TypedRow, 'attributes'>): string {
  return `${wallet} ${chain}`;
}

type Spelling = Duplicate['spelling'];

function spelt({ wallet, chain }: StoryRow, spelling: Spelling | null): { wallet: string; chain: string } {
  const profile: ChainProfile = chainProfiles[chain];
  const [other = ''] = profile.spellings.filter((text) => text !== profile.name).toSorted();
  return {
    wallet: spelling === 'letter case' || spelling === 'both' ? `0x${wallet.slice(2).toUpperCase()}` : wallet,
    chain: spelling === 'chain name' || spelling === 'both' ? other : profile.name,
  };
}

function nameOf({ wallet, chain }: StoryRow): string {
  return watchName(wallet, chainProfiles[chain].id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
