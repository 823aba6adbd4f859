/** Parts of a large Watchlist that are read side by side. */
export const segments = 4;

/** DynamoDB would give 1 MB of them, which its client makes forty of: what all parts hold at once is to be dropped while it is young. */
export const rowsPerPage = 400;
