import { DescribeTableCommand, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { isReadFromNode } from '../../../functions/chain/chain-sources.ts';
import { callsADay, stretchFor } from '../../../functions/dispatch-polls/due-polls.ts';
import { hintedDemand } from '../../../functions/dispatch-polls/hints/demand.ts';
import { type Check, type Found, ok, wrong } from './finding.ts';
import type { Patient } from './patient.ts';
import { duplicateAdvice, unreadableAdvice } from './row-advice.ts';

/** What is polled, and how often: tables, rows and plan. */
export function pollingChecks(patient: Patient): Check[] {
  return [...tableChecks(patient), { name: 'plan', look: () => lookAtPlan(patient) }];
}

/** Those of them that take tables alone. */
export function tableChecks(patient: Patient): Check[] {
  return [
    { name: 'tables', look: () => lookAtTables(patient) },
    { name: 'rows', look: () => lookAtRows(patient) },
  ];
}

async function lookAtTables({ stack, aws }: Patient): Promise<Found[]> {
  const dynamodb = await aws.dynamodb();
  const names = Object.values(stack.tables);
  const found = await Promise.all(
    names.map(async (TableName): Promise<Found[]> => {
      try {
        const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
        const status = Table?.TableStatus ?? 'without a state';
        if (status === 'ACTIVE' || status === 'UPDATING') return [];
        return [wrong(`${TableName} is ${status}: the console (DynamoDB, Tables) says why.`)];
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
        return [
          wrong(
            `${TableName} was deleted: restore it under the same name from a backup (DynamoDB, Backups); npx cdk deploy --revert-drift makes an empty one.`,
          ),
        ];
      }
    }),
  );
  return found.flat().length === 0 ? [ok(`${names.length} are active`)] : found.flat();
}

/** So many bad rows are named one by one. */
const mostNamed = 5;

async function lookAtRows({ watchlist }: Patient): Promise<Found[]> {
  const { watched, unreadable, duplicates } = await watchlist();
  const bad = [...unreadable.map(unreadableAdvice), ...duplicates.map(duplicateAdvice)];
  const paused = watched.filter(({ watch }) => watch.paused).length;
  if (bad.length === 0 && watched.length === 0)
    return [wrong('no wallet is watched: npx chainbell add 0xYourWallet watches one.')];
  if (bad.length === 0) return [ok(`watched: ${watched.length}, of them paused: ${paused}`)];
  const more = bad.length - mostNamed;
  return [
    ...bad.slice(0, mostNamed),
    ...(more > 0 ? [`${more} more: npx chainbell list shows them.`] : []),
  ].map(wrong);
}

async function lookAtPlan({ watchlist, nodes, dispatchSettings }: Patient): Promise<Found[]> {
  const {
    EVERY_SECONDS: everySeconds,
    SWEEP_SECONDS: sweepSeconds,
    CALLS_PER_DAY: callsPerDay,
    SOURCES: sources,
  } = await dispatchSettings();
  if (callsPerDay === null) return [ok('the setting callsPerDay names no daily limit')];
  const { watched } = await watchlist();
  const polled = watched.filter(({ watch }) => !watch.paused && !isReadFromNode(watch.chain, sources));
  const withNode = new Set((await nodes()).flatMap(({ chain, problem }) => (problem ? [] : [chain.id])));
  const isHinted = ({ watch }: (typeof polled)[number]) => withNode.has(watch.chain.id);
  const hinted = polled.filter(isHinted);
  // Activity gets what these leave.
  const asked =
    callsADay(
      polled.filter((row) => !isHinted(row)),
      everySeconds,
    ) + hintedDemand(hinted, { everySeconds, sweepSeconds }).swept;
  const stretch = stretchFor(asked, callsPerDay);
  if (stretch === 1) return [ok(`${callsPerDay} calls a day are enough for all wallets at their intervals`)];
  return [
    wrong(
      `${callsPerDay} calls a day are too few: every interval is ${stretch.toFixed(1)} times as long. Poll wallets that can wait less often (npx chainbell set 0xWallet every=1h), or take a larger plan, set callsPerDay to its calls and deploy.`,
    ),
  ];
}
