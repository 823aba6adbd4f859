import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';

/** What a person should know once it runs. */
export interface Situation {
  /** Which API is polled, as a sentence. */
  readonly api: string;
  readonly everySeconds: number;
  /** All that the Watchlist holds. */
  readonly rows: readonly WatchlistRow[];
  readonly pageAddress: string;
  readonly dynamodbEndpoint: string;
  readonly dataDir: string | null;
}

/** The lines to begin with: what is watched, where to look, how to add a wallet. */
export function banner(situation: Situation): string {
  const { api, everySeconds, rows, pageAddress, dynamodbEndpoint, dataDir } = situation;
  return [
    `Chainbell runs on this machine and polls every ${everySeconds} s. Ctrl-C ends it.`,
    '',
    `  API     ${api}`,
    ...watched(rows).map((text, i) => `  ${i === 0 ? 'Watches ' : '        '}${text}`),
    `  Inbox   ${pageAddress}`,
    `  Tables  ${dataDir === null ? 'in memory; --data DIR keeps them' : `kept in ${dataDir}`}`,
    '',
    'Add a wallet on the page, or put a row into the table:',
    ...addRowCommand(dynamodbEndpoint).map((line) => `  ${line}`),
    '',
  ].join('\n');
}

/** The AWS CLI's command that adds a row to the embedded Watchlist, in lines that fit 80 columns and can be pasted. */
export function addRowCommand(dynamodbEndpoint: string): string[] {
  return [
    'AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local \\',
    '  aws dynamodb put-item --region us-east-1 --table-name Watchlist \\',
    `  --endpoint-url ${dynamodbEndpoint} \\`,
    `  --item '{"wallet":{"S":"0xYourWallet"},"chain":{"S":"eth"}}'`,
  ];
}

const listed = 6;

function watched(rows: readonly WatchlistRow[]): string[] {
  if (rows.length === 0) return ['no wallet yet'];
  const lines = rows.slice(0, listed).map(({ wallet, chain, label }) => {
    return typeof label === 'string' ? `${wallet} on ${chain} (${label})` : `${wallet} on ${chain}`;
  });
  return rows.length > listed ? [...lines, `and ${rows.length - listed} more`] : lines;
}
