/** Wallets of one chain that are polled equally often. */
export interface WalletGroup {
  /** The chain's id. */
  readonly chain: string;
  readonly everySeconds: number;
  readonly wallets: number;
}

/** What a stack is asked to do. */
export interface Load {
  readonly groups: readonly WalletGroup[];
  /**
   * Minutes of a day in which a wallet has a transfer, one in each, spread by chance. Activity that comes in one piece costs
   * less: its polls and those of its tails are the same.
   */
  readonly activeMinutes: number;
  /** Every chain has one. */
  readonly node: boolean;
  /** Seconds between two polls of a wallet that its node shows nothing of. */
  readonly sweepSeconds: number;
  /** Seconds between two scans of a chain's node: 15, 30 or 60. */
  readonly scanSeconds: number;
  /** The API plan; null: no daily limit. */
  readonly callsPerDay: number | null;
  readonly callsPerSecond: number;
}

export function walletsOf({ groups }: Pick<Load, 'groups'>): number {
  return groups.reduce((sum, { wallets }) => sum + wallets, 0);
}

export const minutesADay = 1_440;
