import type { ApiFault, AwsFault } from '../faults.ts';
import type { PlannedCrash, SlowAws } from '../troubles.ts';

/** `at` is in milliseconds since the story began. */
export type StoryEvent = { readonly at: number } & Happening;

export type Happening =
  | TransferHappening
  | CoinHappening
  | PieceHappening
  | ApprovalHappening
  | ControlHappening
  | PoisoningHappening
  | Storm<'storm'>
  /** Transfers of both directions in many tokens, known and unknown; some of them are outgoing money. */
  | Storm<'mixed storm'>
  | Crowd
  | Reorg
  | { readonly what: 'API'; readonly fault: ApiFault; readonly skip: number; readonly times: number }
  | { readonly what: 'AWS'; readonly fault: AwsFault; readonly skip: number }
  | ({ readonly what: 'crash' } & PlannedCrash)
  | ({ readonly what: 'AWS is slow' } & SlowAws)
  | { readonly what: 'kill' }
  | { readonly what: 'downtime'; readonly lasts: number }
  | { readonly what: 'second tick' }
  | Deploy
  | { readonly what: 'row appears'; readonly row: number }
  | RowHappening
  | { readonly what: 'index stands still'; readonly row: number; readonly lasts: number }
  | KeyChange;

/** A deploy changes where the chain's transfers come from. */
export interface Deploy {
  readonly what: 'deploy';
  readonly source: 'api' | 'node';
  /** Milliseconds after which each function has the new setting. */
  readonly dispatchAfter: number;
  readonly pollAfter: number;
}

/** A row as a person types it anew: it keeps none of its earlier attributes. */
export type TypedAttributes = Readonly<Record<string, unknown>>;

/** A person's change to a row. */
export type RowHappening =
  | { readonly what: 'row changes'; readonly row: number; readonly attributes: TypedAttributes }
  /** For a while the row can't be understood. */
  | { readonly what: 'row is mistyped'; readonly row: number; readonly lasts: number }
  | { readonly what: 'row pauses'; readonly row: number; readonly lasts: number }
  /** `lasts`: how long until the row is added again; null: never. */
  | { readonly what: 'row is deleted'; readonly row: number; readonly lasts: number | null }
  | Duplicate;

/** The same wallet and chain in another spelling, for a while. */
export interface Duplicate {
  readonly what: 'duplicate';
  readonly row: number;
  readonly spelling: 'letter case' | 'chain name' | 'both';
  readonly attributes: TypedAttributes;
  readonly lasts: number;
}

export interface Storm<What> {
  readonly what: What;
  readonly wallet: number;
  readonly count: number;
  readonly seed: number;
}

/** Far more transfers than one poll reads, and behind them one that matters. */
export interface Crowd extends Storm<'crowd'> {
  /** Number of blocks, up to the newest. */
  readonly blocks: number;
  /** Transfers of one transaction. */
  readonly perTransaction: number;
}

export interface Reorg {
  readonly what: 're-org';
  /** The re-org happens on this row's chain. */
  readonly row: number;
  readonly depth: number;
  readonly seed: number;
  /** A transfer that only the new branch has, in its lowest block. */
  readonly brings?: TransferHappening;
}

/** The API takes another key: the parameter gets it before, after, or after a while without any. */
export interface KeyChange {
  readonly what: 'key changes';
  readonly how: 'refused first' | 'put first' | 'missing';
  readonly lasts: number;
}

/** The wallet pays somebody; imitations of the payee send it transfers, and it may pay one of them. */
export interface PoisoningHappening {
  readonly what: 'poisoning';
  readonly wallet: number;
  readonly seed: number;
  /** How many imitations there are. */
  readonly flood: number;
  /** Their transfers move nothing of a genuine token, or a million of a token that they made. */
  readonly genuine: boolean;
  /** How often they send again. */
  readonly repeats: number;
  /** Payments to the first of them. */
  readonly payments: number;
}

/** The chain's own coin moves, by a transaction or by a contract; or a transaction of the wallet fails and costs its fee. */
export const coinWays = [
  ...(['in', 'in', 'out', 'out', 'self', 'to another row', 'fails'] as const),
  ...(['a contract pays', 'a contract takes'] as const),
] as const;

export interface CoinHappening {
  readonly what: 'coin';
  readonly wallet: number;
  readonly how: (typeof coinWays)[number] | 'passes through';
  /** In wei. */
  readonly value: bigint;
}

/** Pieces of a collection move in one transaction. */
export interface PieceHappening {
  readonly what: 'pieces';
  readonly wallet: number;
  readonly how: 'sent' | 'bought' | 'unasked';
  /** More than one id is an ERC-1155 batch. */
  readonly ids: readonly string[];
  readonly of: 'cats' | 'swords';
}

/** The account delegates to a contract, or a Safe changes who may move its money. */
export interface ControlHappening {
  readonly what: 'control';
  readonly wallet: number;
  /** `delegation`, or a part of a Safe; it applies only to wallets that can change that part. */
  readonly part: string;
  readonly to: string | null;
  readonly isSilent: boolean;
}

/** The wallet approves a spender or revokes the approval, or a contract only claims so. */
export interface ApprovalHappening {
  readonly what: 'approval';
  readonly wallet: number;
  readonly of: 'usdc' | 'usdt' | 'cats' | 'made up' | 'one cat' | 'no cat' | 'permit2';
  readonly spender: number;
  readonly value: bigint;
}

export interface TransferHappening {
  readonly what: 'transfer';
  readonly wallet: number;
  readonly direction: 'in' | 'out' | 'self' | 'to another row';
  readonly token: number;
  readonly value: bigint;
  /** Number of equal transfers in the same transaction. */
  readonly twins: number;
  /** Milliseconds by which the API shows it later than other transfers. */
  readonly late: number;
  /** Milliseconds for which the API's row of it can't be read. */
  readonly unreadableFor: number;
  /** Milliseconds for which the API's row of it has a block number that the chain never had. */
  readonly numberWrongFor: number;
  readonly receiverHidden: boolean;
}
