/** Key attributes of a table, by name; every one is a string. */
export interface TableKeys {
  readonly partition: string;
  readonly sort: string;
}

/** The three tables' keys: one definition for the deployed stack and for the local run. */
export const tableKeys = {
  watchlist: { partition: 'wallet', sort: 'chain' },
  state: { partition: 'wallet', sort: 'chain' },
  history: { partition: 'watch', sort: 'position' },
} as const satisfies Record<string, TableKeys>;

/** Of the table that delivering to destinations takes, which a stack without destinations has not. */
export const deliveryKeys: TableKeys = { partition: 'destination', sort: 'item' };
