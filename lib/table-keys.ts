/** Key attributes of a table, by name; every one is a string. */
export interface TableKeys {
  readonly partition: string;
  /** Absent: an item is found by its partition alone. */
  readonly sort?: string;
}

/** The keys of the tables that every stack has: one definition for the deployed stack and for the local run. */
export const tableKeys = {
  watchlist: { partition: 'wallet', sort: 'chain' },
  state: { partition: 'wallet', sort: 'chain' },
  history: { partition: 'watch', sort: 'position' },
  contacts: { partition: 'address' },
} as const satisfies Record<string, TableKeys>;

export type TableName = keyof typeof tableKeys;

/** Of the table that delivering to destinations takes, which a stack without destinations has not. */
export const deliveryKeys = { partition: 'destination', sort: 'item' } as const satisfies TableKeys;
