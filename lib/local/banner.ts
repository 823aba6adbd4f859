import { type Chain, typedName } from '../../functions/chain/chains.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import type { Options } from './options.ts';

/** What is watched, where to look, how to add a wallet. */
export function banner(
  api: string,
  everySeconds: number,
  chain: Chain,
  rows: readonly WatchlistRow[],
  pageAddress: string,
  dynamodbEndpoint: string,
  { dataDir, destinations }: Pick<Options, 'dataDir' | 'destinations'>,
): string {
  return [
    `Chainbell runs on this machine and polls every ${everySeconds} s. Ctrl-C ends it.`,
    '',
    `  Source  ${api}`,
    ...watched(rows).map((text, i) => `  ${i === 0 ? 'Watches ' : '        '}${text}`),
    `  Inbox   ${pageAddress}`,
    `  Tables  ${dataDir === null ? 'in memory; --data DIR keeps them' : `kept in ${dataDir}`}`,
    ...destinations.map(({ text }) => `  Sends   to ${text}`),
    '',
    'Add a wallet on the page, or in another terminal, where commands take --local:',
    `  npx chainbell add 0xYourWallet --chain ${typedName(chain)} --local ${new URL(pageAddress).port}`,
    'or put a row into the table:',
    // Lines fit 80 columns and can be pasted.
    '  AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local \\',
    '    aws dynamodb put-item --region us-east-1 --table-name Watchlist \\',
    `    --endpoint-url ${dynamodbEndpoint} \\`,
    `    --item '{"wallet":{"S":"0xYourWallet"},"chain":{"S":"${chain.name}"}}'`,
    '',
  ].join('\n');
}

const listed = 6;

function watched(rows: readonly WatchlistRow[]): string[] {
  if (rows.length === 0) return ['no wallet yet'];
  const nameOf = (label: unknown) => (typeof label === 'string' ? ` (${label})` : '');
  const lines = rows.slice(0, listed).map((row) => `${row.wallet} on ${row.chain}${nameOf(row.label)}`);
  return rows.length > listed ? [...lines, `and ${rows.length - listed} more`] : lines;
}
