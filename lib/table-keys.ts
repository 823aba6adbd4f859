/** Names of key attributes; every one is a string. */
export interface TableKeys {
  readonly partition: string;
  readonly sort?: string;
}

/** For the deployed stack and the local run. */
export const tableKeys = {
  watchlist: { partition: 'wallet', sort: 'chain' },
  state: { partition: 'wallet', sort: 'chain' },
  history: { partition: 'watch', sort: 'position' },
  contacts: { partition: 'address' },
} as const satisfies Record<string, TableKeys>;

export type TableName = keyof typeof tableKeys;

/** Only stacks with destinations have this table. */
export const deliveryKeys = { partition: 'destination', sort: 'item' } as const satisfies TableKeys;
