import type { ChainName } from '../chain/chain-profiles.ts';
import type { Destinations } from './destinations.ts';
import type { StoryEvent } from './happenings.ts';

/** All that happens in one run, in data: a story replays exactly, and any part of it can be left out. */
export interface Story {
  readonly seed: number;
  readonly settings: StorySettings;
  readonly rows: readonly StoryRow[];
  /** In order of time. */
  readonly events: readonly StoryEvent[];
  /** How long it goes on before all is well again. */
  readonly minutes: number;
}

export type NodeKind = 'honest' | 'calm' | 'leaves out' | 'source';

export interface StorySettings {
  readonly callsPerSecond: number;
  /** The plan's calls a day, and what is left of them when the story begins, shortly before midnight; null: no limit. */
  readonly quota: { readonly callsPerDay: number; readonly leftToday: number } | null;
  /**
   * The chain has a node, which is not always well. One that also leaves logs out is made up for by a sweep every three
   * minutes; of the others no sweep comes before the end, so that all is told by what the node shows. One that is calm is
   * seldom unwell, and so is all else: nothing but the scans and their tails finds a transfer. Of a chain whose source is its
   * node the API is asked nothing. Absent: there is none.
   */
  readonly node?: NodeKind | undefined;
  /** Milliseconds of the story after which the chain logs each movement of its coin (EIP-7708); absent: never. */
  readonly coinLogsAfter?: number | undefined;
  /** Milliseconds by which the workers' clocks are off, give or take a little each. */
  readonly clockSkew: number;
  /** Where alerts are delivered; absent: nowhere. */
  readonly destinations?: Destinations | undefined;
  /** Milliseconds after which the API refuses a cursor; absent: never. */
  readonly cursorLife?: number | undefined;
}

export interface StoryRow {
  readonly wallet: string;
  readonly chain: ChainName;
  /** As typed, beside wallet and chain. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** `fromBlock` this many blocks before the row appears. */
  readonly fromBlocksBefore: number | null;
  /** Transfers that it has had before. */
  readonly old: number;
  /** Its wallet is a Safe. */
  readonly isSafe?: boolean;
}

/** One line an event, for a person. */
export function describeStory({ seed, settings, rows, events, minutes }: Story): string {
  const shown = (value: unknown) =>
    JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? String(inner) : inner));
  return [
    `seed ${seed}, ${minutes} minutes, ${shown(settings)}`,
    ...rows.map((row, i) => `  row ${i}: ${shown(row)}`),
    ...events.map(({ at, ...happening }) => `  ${clockOf(at)} ${shown(happening)}`),
  ].join('\n');
}

function clockOf(at: number): string {
  const seconds = (at / 1_000).toFixed(1).padStart(4, '0');
  return `+${String(Math.floor(at / 60_000)).padStart(3, '0')}m${(Number(seconds) % 60).toFixed(1).padStart(4, '0')}s`;
}

/** Milliseconds by which a worker's clock strays from the others at the most; AWS keeps them within one or two. */
export const workersApart = 100;

/** One name for a wallet on a chain: the same address may be watched on two. */
export function watchName(wallet: string, chainId: string): string {
  return `${wallet} ${chainId}`;
}

export function rowOf<Row>(rows: readonly Row[], number: number): Row {
  const row = rows[number % rows.length];
  if (row === undefined) throw new RangeError(`the story has no row ${number}`);
  return row;
}
