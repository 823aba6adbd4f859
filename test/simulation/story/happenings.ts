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
  /** Transfers of either direction in many tokens, known and unknown, and among them money that goes out. */
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
  | { readonly what: 'row appears'; readonly row: number }
  | RowHappening
  | { readonly what: 'index stands still'; readonly row: number; readonly lasts: number }
  | KeyChange;

/** As a person types it: none of the attributes that the row had before stay. */
export type TypedAttributes = Readonly<Record<string, unknown>>;

/** Something that a person does to a row. */
export type RowHappening =
  | { readonly what: 'row changes'; readonly row: number; readonly attributes: TypedAttributes }
  /** For a while the row can't be understood. */
  | { readonly what: 'row is mistyped'; readonly row: number; readonly lasts: number }
  | { readonly what: 'row pauses'; readonly row: number; readonly lasts: number }
  /** `lasts`: it is put again after that; null: never. */
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

/** Far more transfers than one poll reads, and something that matters behind them. */
export interface Crowd extends Storm<'crowd'> {
  /** Over so many blocks up to the newest. */
  readonly blocks: number;
  /** Transfers of one transaction. */
  readonly perTransaction: number;
}

export interface Reorg {
  readonly what: 're-org';
  /** Of the chain of this row. */
  readonly row: number;
  readonly depth: number;
  readonly seed: number;
  /** A transfer that the new branch alone has, in its lowest block. */
  readonly brings?: TransferHappening;
}

/** The API takes another key: before its parameter has it, after, or with none there for a while. */
export interface KeyChange {
  readonly what: 'key changes';
  readonly how: 'refused first' | 'put first' | 'missing';
  readonly lasts: number;
}

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

/** The chain's own coin moves, by a transaction or by a contract, or a transaction of the wallet fails and costs its fee. */
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
  /** More than one are a batch of ERC1155. */
  readonly ids: readonly string[];
  readonly of: 'cats' | 'swords';
}

/** The account delegates itself to a contract, or a Safe changes who may move its money. */
export interface ControlHappening {
  readonly what: 'control';
  readonly wallet: number;
  /** `delegation`, or a part of a Safe: it concerns only wallets that can change so. */
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
  /** Milliseconds by which the API shows it later than others. */
  readonly late: number;
  /** Milliseconds for which the API's row of it can't be read. */
  readonly unreadableFor: number;
  /** Milliseconds for which the API's row of it has a block number that the chain never had. */
  readonly numberWrongFor: number;
  readonly receiverHidden: boolean;
}
