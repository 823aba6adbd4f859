import { DescribeTableCommand, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { cleanText } from '../../../functions/text/safe-text.ts';
import { watchKey } from '../../../functions/wallet/watch.ts';
import { inConsole, mendAdvice, type WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import type { Deployment } from '../health/deployment.ts';
import { planStretch } from '../health/surroundings.ts';
import { failingOf, stateCell } from '../watchlist/polled/report.ts';
import { misspeltNotes, namedRow } from '../watchlist/rows/plain-row.ts';
import { type Findings, ok, wrong } from './findings.ts';

export async function lookAtTables({ stack, aws }: Deployment): Promise<Findings> {
  const dynamodb = await aws.dynamodb();
  const names = Object.values(stack.tables);
  const found = await Promise.all(
    names.map(async (TableName) => {
      try {
        const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
        const status = Table?.TableStatus ?? 'without a state';
        if (status === 'ACTIVE' || status === 'UPDATING') return [];
        return wrong(`${TableName} is ${status}: the console (DynamoDB, Tables) says why.`);
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
        return wrong(
          `${TableName} was deleted: restore it under the same name from a backup (DynamoDB, Backups); npx cdk deploy --revert-drift makes an empty one.`,
        );
      }
    }),
  );
  return found.flat().length === 0 ? ok(`${names.length} are active`) : found.flat();
}

const maxNamed = 5;

export async function lookAtRows(deployment: Deployment): Promise<Findings> {
  const { watched, unreadable, duplicates } = await deployment.watchlist();
  if (watched.length + unreadable.length === 0)
    return wrong('no wallet is watched: add one with npx chainbell add 0xYourWallet.');
  const watches = watched.map(({ watch }) => watch).filter(({ paused }) => !paused);
  const failing = await failingOf(deployment, deployment.clock, watches);
  const bad = [
    ...unreadable.map(({ row, error }) => {
      const reason = cleanText(error.message, 250);
      return `${shownRow(row)} is NOT watched: ${reason} ${mendAdvice(row, error.attribute)}`;
    }),
    ...watched.flatMap(({ row, watch }) => {
      const found = failing.get(watchKey(watch));
      const doing = { failing: found ?? null, since: null, unwatched: null, pace: null };
      return found === undefined ? [] : [`${shownRow(row)} is ${stateCell(false, doing).text}`];
    }),
    ...watched.flatMap(({ row, watch }) =>
      misspeltNotes(row, watch).map((note) => `${shownRow(row)}: ${note}`),
    ),
    ...duplicates.map(
      ({ row, polledRow }) =>
        `${shownRow(row)} and ${shownRow(polledRow)} are one wallet. Only the second row counts: delete the first in ${inConsole}.`,
    ),
  ];
  if (bad.length === 0) {
    const paused = watched.filter(({ watch }) => watch.paused).map(({ row }) => shownRow(row));
    const names = paused.slice(0, maxNamed).join(', ') + (paused.length > maxNamed ? ' and others' : '');
    const which = names === '' ? '' : ` (${names})`;
    return ok(`watched: ${watched.length}, of them paused: ${paused.length}${which}`);
  }
  const more = bad.length - maxNamed;
  return [
    ...bad.slice(0, maxNamed),
    ...(more > 0 ? [`${more} more: npx chainbell list shows them.`] : []),
  ].map(wrong);
}

export async function lookAtPlan({ watchlist, nodes, dispatchSettings }: Deployment): Promise<Findings> {
  const settings = await dispatchSettings();
  const { CALLS_PER_DAY: callsPerDay } = settings;
  if (callsPerDay === null) return ok('no daily limit is set (callsPerDay)');
  const { watched } = await watchlist();
  const hinted = new Set((await nodes()).flatMap(({ chain, problem }) => (problem ? [] : [chain.id])));
  const stretch = planStretch(watched, { ...settings, hinted });
  if (stretch === 1) return ok(`${callsPerDay} calls a day are enough for all wallets at their intervals`);
  return wrong(
    `${callsPerDay} calls a day are too few: every interval is ${stretch.toFixed(1)} times as long. Poll wallets that can wait less often (npx chainbell set 0xWallet every=1h), or take a larger plan, set callsPerDay to its calls and deploy.`,
  );
}

function shownRow(row: WatchlistRow): string {
  return `${cleanText(namedRow(row), 130) ?? '-'} on ${cleanText(row.chain, 40) ?? '-'}`;
}
