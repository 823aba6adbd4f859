import { apiIncidentTypes } from '../../functions/incidents/api-incidents.ts';
import {
  latency,
  pollGbSeconds,
  processor,
  tickGbSeconds,
  waitOfMessage,
  waitsForTurns,
} from './lambda-time.ts';
import { type Load, minutesADay, walletsOf } from './load.ts';
import { type MessagesADay, messagesOf } from './messages.ts';
import { nodeCallsOfTick } from './node-calls.ts';
import { noOperations, type Operations, sumOf, times } from './operations.ts';
import { type PollsADay, pollsADay } from './polls-a-day.ts';

/** Bytes of items as DynamoDB counts them: a row with a short label, a mark, a chain's record, an idle wallet's state. */
const bytes = { row: 80, mark: 190, record: 400, state: 500 };
const bytesPerRead = 4_096;
/** functions/wallet/watchlist-table.ts: rows of a page, and the parts that a larger table is read in. */
const scan = { rowsPerPage: 1_000, parts: 4 };
/** Calls to AWS of a tick that wait for one another, its scan and its node's apart. */
const callsInTurn = 5;
/** For how many minutes a mark is read along: until the tail's last poll has succeeded. */
const markMinutes = 10;
/** An event source keeps five long polls of 20 s going; each is a request. */
const idleReceivesADay = (5 * 86_400) / 20;

/** What a day costs beside the API: by what it is for. */
export interface Day {
  readonly polls: PollsADay;
  readonly ticks: Operations;
  readonly polling: Operations;
  /** What activity writes, for the ticks to know it: marks, what was shown, which polls have succeeded. */
  readonly activity: Operations;
  readonly alerts: Operations;
  readonly sum: Operations;
}

/** A day of a stack at this load, once every watch has begun and while nothing fails. */
export function dayOf(load: Load, waits = waitsForTurns): Day {
  const polls = pollsADay(load);
  const messages = polls.groups.map((group) => messagesOf(group, load));
  const ticks = ticksOf(load, polls, messages);
  const polling = pollingOf(load, polls, messages, waits);
  const activity = load.node ? activityOf(load, polls) : noOperations;
  const alerts = times(walletsOf(load) * load.activeMinutes, ofAlert);
  return { polls, ticks, polling, activity, alerts, sum: sumOf(ticks, polling, activity, alerts) };
}

function ticksOf(load: Load, { polls }: PollsADay, messages: readonly MessagesADay[]): Operations {
  const wallets = walletsOf(load);
  const sends = messages.reduce((sum, one) => sum + one.sends, 0);
  const byChain = Map.groupBy(load.groups, ({ chain }) => chain);
  const chains = load.node ? Array.from(byChain.values(), (groups) => chainOfTick(groups, load)) : [];
  const pages = pagesOf(wallets);
  const waited = latency.aws * (callsInTurn + pages / (pages > 1 ? scan.parts : 1) + (load.node ? 3 : 0));
  const worked = processor.tick + processor.row * (load.node ? wallets : wallets / 2);
  const tick: Partial<Operations> = {
    lambdaRequests: 1,
    schedulerRuns: 1,
    gbSeconds: tickGbSeconds(waited + (load.node ? 2 * latency.api : 0), worked),
    // The rows are read as DynamoDB has them at the moment, incidents and announcements for sure.
    readUnits:
      Math.max(pages, (wallets * bytes.row) / bytesPerRead) / 2 + 2 + (load.callsPerDay === null ? 0 : 0.5),
  };
  const written = { gbSeconds: tickGbSeconds(0, (processor.row / 2) * polls) };
  return sumOf(times(minutesADay, sumOf(tick, ...chains)), written, {
    sqsRequests: sends,
    readUnits: (wallets * bytes.state) / bytesPerRead / 2,
  });
}

function pagesOf(wallets: number): number {
  return wallets <= scan.rowsPerPage ? 1 : Math.ceil(wallets / scan.rowsPerPage) + scan.parts;
}

function chainOfTick(groups: Load['groups'], { activeMinutes }: Load): Partial<Operations> {
  const wallets = walletsOf({ groups });
  const marks = (wallets * activeMinutes * markMinutes) / minutesADay;
  return {
    readUnits: Math.ceil((bytes.record + marks * bytes.mark) / bytesPerRead),
    writeUnits: 1,
    ...nodeCallsOfTick(wallets),
  };
}

function pollingOf(
  load: Load,
  polls: PollsADay,
  messages: readonly MessagesADay[],
  waits: boolean,
): Operations {
  const count = messages.reduce((sum, one) => sum + one.messages, 0);
  const { callsPerSecond, callsPerDay, activeMinutes } = load;
  const mean = { polls: polls.polls / count, alerts: (walletsOf(load) * activeMinutes) / count };
  const waited = waitOfMessage(mean, callsPerSecond, waits);
  const worked = processor.message + processor.poll * mean.polls;
  return sumOf(
    times(count, {
      lambdaRequests: 1,
      gbSeconds: pollGbSeconds(waited, worked),
      // Received and deleted.
      sqsRequests: 2,
      // The incidents that all wallets share are read along; an absent one costs as much as one that is there.
      readUnits: apiIncidentTypes.length,
      writeUnits: callsPerDay === null ? 0 : 1,
    }),
    { readUnits: polls.polls, apiCalls: polls.polls, sqsRequests: idleReceivesADay },
  );
}

/** A mark, what was shown and the mark's end for each active minute, and a word of every poll that activity asked for. */
function activityOf(load: Load, { hot }: PollsADay): Operations {
  const sights = walletsOf(load) * load.activeMinutes;
  return times(1, { writeUnits: 3 * sights + hot });
}

/** Two KB of History, the state with the alert in its outbox and the state without it; and the publish. */
const ofAlert: Partial<Operations> = {
  writeUnits: 7,
  snsPublishes: 1,
  gbSeconds: pollGbSeconds(0, processor.alert),
};
