import type { ChainName } from '../chain/chain-profiles.ts';
import type { Destinations } from './destinations.ts';
import type { StoryEvent } from './happenings.ts';

/** All that happens in one run, as data: a story replays exactly, and any part of it can be left out. */
export interface Story {
  readonly seed: number;
  readonly settings: StorySettings;
  readonly rows: readonly StoryRow[];
  /** In order of time. */
  readonly events: readonly StoryEvent[];
  /** Minutes until the faults end. */
  readonly minutes: number;
}

export type NodeKind = 'honest' | 'calm' | 'leaves out' | 'source' | 'beside the API';

export interface StorySettings {
  readonly callsPerSecond: number;
  /** The plan's calls a day, and how many are left when the story begins, shortly before midnight; null: no limit. */
  readonly quota: { readonly callsPerDay: number; readonly leftToday: number } | null;
  /**
   * The chain's node, which has faults; absent if there is none. If it also omits logs, a sweep finds them every three
   * minutes; with any other kind no sweep comes before the end, so that all alerts come from the node. A calm node has
   * few faults, as has the whole story: only the scans and their tails find a transfer. If the node is the chain's source,
   * the API is never asked. `parts`: the API shows the rows' tokens, and the node all else.
   */
  readonly node?: NodeKind | undefined;
  /** Deploys change the chain's source: at first it is the API, with the node beside it, or with none before the first deploy. */
  readonly deployed?: 'beside a node' | 'without a node' | undefined;
  /** Milliseconds into the story after which the chain logs each movement of its coin (EIP-7708); absent: never. */
  readonly coinLogsAfter?: number | undefined;
  /** Milliseconds by which the workers' clocks are off, each give or take a little. */
  readonly clockSkew: number;
  /** The destinations that alerts go to; absent: none. */
  readonly destinations?: Destinations | undefined;
  /** Milliseconds after which the API refuses a cursor; absent: never. */
  readonly cursorLife?: number | undefined;
  /** Transfers that a read of several polls may hold before it begins anew below them; absent: 60,000. */
  readonly mostHeld?: number | undefined;
}

export interface StoryRow {
  readonly wallet: string;
  readonly chain: ChainName;
  /** The row's other attributes, as typed. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Sets `fromBlock` this many blocks below the block at which the row appears. */
  readonly fromBlocksBefore: number | null;
  /** Number of transfers that the wallet had before. */
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

/** Milliseconds by which a worker's clock may differ from the others; AWS keeps them within one or two. */
export const workersApart = 100;

/** The name of a wallet on a chain: the same address may be watched on two. */
export function watchName(wallet: string, chainId: string): string {
  return `${wallet} ${chainId}`;
}

export function rowOf<Row>(rows: readonly Row[], number: number): Row {
  const row = rows[number % rows.length];
  if (row === undefined) throw new RangeError(`the story has no row ${number}`);
  return row;
}
