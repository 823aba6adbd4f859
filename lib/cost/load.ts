export interface WalletGroup {
  /** Hex id. */
  readonly chain: string;
  readonly everySeconds: number;
  readonly wallets: number;
}

export interface Load {
  readonly groups: readonly WalletGroup[];
  /** Minutes of a day with one transfer each, spread by chance; activity in one piece costs less. */
  readonly activeMinutes: number;
  readonly node: boolean;
  /** Seconds. */
  readonly sweepSeconds: number;
  /** Seconds: 15, 30 or 60. */
  readonly scanSeconds: number;
  /** Null: no daily limit. */
  readonly callsPerDay: number | null;
  readonly callsPerSecond: number;
}

export function walletsOf({ groups }: Pick<Load, 'groups'>): number {
  return groups.reduce((sum, { wallets }) => sum + wallets, 0);
}

export const minutesADay = 1_440;
