import type { ApiFault, AwsFault } from '../faults.ts';
import type { PlannedCrash, SlowAws } from '../troubles.ts';

/** The wallet pays somebody; imitations of him put themselves into its history, and it may pay one of them. */
export interface PoisoningHappening {
  readonly what: 'poisoning';
  readonly wallet: number;
  readonly seed: number;
  /** How many imitations there are. */
  readonly flood: number;
  /** They move nothing of a genuine token, or a million of one that they made themselves. */
  readonly genuine: boolean;
  /** How often they come again. */
  readonly repeats: number;
  /** Payments to the first of them. */
  readonly payments: number;
}

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

export type NodeKind = 'honest' | 'calm' | 'leaves out';

export interface StorySettings {
  readonly callsPerSecond: number;
  /** The plan's calls a day, and what is left of them when the story begins, shortly before midnight; null: no limit. */
  readonly quota: { readonly callsPerDay: number; readonly leftToday: number } | null;
  /**
   * The chain has a node, which is not always well. One that also leaves logs out is made up for by a sweep every three
   * minutes; of the others no sweep comes before the end, so that all is told by what the node shows. One that is calm is
   * seldom unwell, and so is all else: nothing but the scans and their tails finds a transfer. Absent: there is none.
   */
  readonly node?: NodeKind | undefined;
  /** Milliseconds by which the workers' clocks are off, give or take a little each. */
  readonly clockSkew: number;
}

export interface StoryRow {
  readonly wallet: string;
  /** As typed, beside wallet and chain. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** `fromBlock` this many blocks before the row appears. */
  readonly fromBlocksBefore: number | null;
  /** Transfers that it has had before. */
  readonly old: number;
}

/** `at` is in milliseconds since the story began. */
export type StoryEvent = { readonly at: number } & Happening;

export type Happening =
  | TransferHappening
  | PoisoningHappening
  | { readonly what: 'storm'; readonly wallet: number; readonly count: number; readonly seed: number }
  | Crowd
  | {
      /** Transfers of either direction in many tokens, known and unknown, and among them money that goes out. */
      readonly what: 'mixed storm';
      readonly wallet: number;
      readonly count: number;
      readonly seed: number;
    }
  | {
      readonly what: 're-org';
      readonly depth: number;
      readonly seed: number;
      /** A transfer that the new branch alone has, in its lowest block. */
      readonly brings?: TransferHappening;
    }
  | { readonly what: 'API'; readonly fault: ApiFault; readonly skip: number; readonly times: number }
  | { readonly what: 'AWS'; readonly fault: AwsFault; readonly skip: number }
  | ({ readonly what: 'crash' } & PlannedCrash)
  | ({ readonly what: 'AWS is slow' } & SlowAws)
  | { readonly what: 'kill' }
  | { readonly what: 'downtime'; readonly lasts: number }
  | { readonly what: 'second tick' }
  | { readonly what: 'row appears'; readonly row: number };

/** Far more transfers than one poll reads, and something that matters behind them. */
export interface Crowd {
  readonly what: 'crowd';
  readonly wallet: number;
  readonly count: number;
  /** Over so many blocks up to the newest. */
  readonly blocks: number;
  /** Transfers of one transaction. */
  readonly perTransaction: number;
  readonly seed: number;
}

export interface TransferHappening {
  readonly what: 'transfer';
  readonly wallet: number;
  readonly direction: 'in' | 'out' | 'self' | 'to another row';
  readonly token: number;
  readonly value: bigint;
  /** How many equal ones in the same transaction. */
  readonly twins: number;
  /** Milliseconds by which the API shows it later than others. */
  readonly late: number;
  /** Milliseconds for which the API's row of it can't be read. */
  readonly unreadableFor: number;
  /** Milliseconds for which the API's row of it has a block number that the chain never had. */
  readonly numberWrongFor: number;
  readonly receiverHidden: boolean;
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
