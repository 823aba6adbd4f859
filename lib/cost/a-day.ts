import { pollsPerMessage } from '../../functions/dispatch-polls/send-due.ts';
import { apiIncidentTypes } from '../../functions/incidents/incident-kinds.ts';
import { callWindows, pollsPerSecond } from '../../functions/rate/call-windows.ts';
import { rowsPerPage, segments } from '../../functions/wallet/watchlist-table.ts';
import { latency, pollGbSeconds, processor, tickGbSeconds, waitOfMessage } from './lambda-time.ts';
import { type Load, minutesADay, walletsOf } from './load.ts';
import { idCalls, nodeCallsOfScan } from './node-calls.ts';
import { noOperations, type Operations, sumOf, times } from './operations.ts';
import { type GroupPolls, type PollsADay, pollsADay } from './polls-a-day.ts';

const taken: Partial<Operations> = { lambdaRequests: 1, sqsRequests: 2 };

/** Operations of a day at this load, by purpose, once every watch has begun and while nothing fails. */
export function dayOf(load: Load) {
  const polls = pollsADay(load);
  const messages = polls.groups.map((group) => messagesOf(group, load));
  const ticks = ticksOf(load, polls, messages);
  const polling = pollingOf(load, polls, messages);
  // Writes that tell the ticks of activity: marks, scanned activity, polls that succeeded.
  const activity = load.node ? activityOf(load, polls) : noOperations;
  const alerts = times(walletsOf(load) * load.activeMinutes, ofAlert);
  return { polls, ticks, polling, activity, alerts, sum: sumOf(ticks, polling, activity, alerts) };
}

function pollingOf(load: Load, polls: PollsADay, messages: readonly MessagesADay[]): Operations {
  const count = messages.reduce((sum, one) => sum + one.messages, 0);
  const { callsPerSecond, callsPerDay, activeMinutes } = load;
  const mean = { polls: polls.polls / count, alerts: (walletsOf(load) * activeMinutes) / count };
  const waited = waitOfMessage(mean, callsPerSecond);
  const worked = processor.message + processor.poll * mean.polls;
  return sumOf(
    times(count, {
      ...taken,
      // Two claims of turns (for the first call, then for the others), and one of the day's calls.
      writeUnits: Math.min(2, mean.polls) + (callsPerDay === null ? 0 : 1),
      gbSeconds: pollGbSeconds(waited, worked),
      // The shared incidents; an absent item costs as much as a present one.
      readUnits: apiIncidentTypes.length,
    }),
    { readUnits: polls.polls, apiCalls: polls.polls, sqsRequests: idleReceivesADay },
  );
}

/** Bytes of a wallet and a block in a tick's item of scanned activity. */
const entryBytes = 53;

/** A mark and its end for each active minute, the scanned activity, and each poll that activity causes. */
function activityOf(load: Load, { hot }: PollsADay): Operations {
  const sights = walletsOf(load) * load.activeMinutes;
  const seen = Math.min(sights, (minutesADay * 60) / load.scanSeconds) + (sights * entryBytes) / 1_024;
  return times(1, { writeUnits: 2 * sights + seen + hot });
}

/** 2 KB of History, three writes of the cursor, the ledger's reads until the block is settled (`npm run bench -- --only units`), one publish. */
const ofAlert: Partial<Operations> = {
  writeUnits: 5,
  readUnits: 7,
  snsPublishes: 1,
  gbSeconds: pollGbSeconds(0, processor.alert),
};

/** SQS and Lambda bill a request for each 64 KB. */
const bytesPerRequest = 65_536;
const messagesPerBatch = 10;
/** Bytes of a row with a short label; with a node, the message also says what the poll is for. */
const bytesPerPoll = { plain: 95, hinted: 270 };

type MessagesADay = ReturnType<typeof messagesOf>;

/** A message holds a tick's polls that are due at the same second and equally often. */
function messagesOf(
  { polls, wallets, stretchedSeconds }: GroupPolls,
  { node, callsPerSecond }: Pick<Load, 'node' | 'callsPerSecond'>,
) {
  const most = placesOf(callsPerSecond);
  const parts = Math.max(1, Math.floor(60 / stretchedSeconds));
  const perTick = polls / minutesADay / parts;
  // Without a node all wallets are due at every tick, or a random part of them.
  const even = !node && stretchedSeconds <= 60;
  const messages = parts * (even ? Math.ceil(wallets / most) : expectedMessages(perTick, most));
  const bytes = perTick * parts * (node ? bytesPerPoll.hinted : bytesPerPoll.plain);
  const sends = Math.max(Math.min(messages, 1), messages / messagesPerBatch, bytes / bytesPerRequest);
  return { messages: minutesADay * messages, sends: minutesADay * sends };
}

/** Mean polls in a message. A window's polls share one message; more than fifty are split. */
function placesOf(callsPerSecond: number): number {
  const inWindow = Math.max(1, (pollsPerSecond(callsPerSecond) * callWindows(callsPerSecond).length) / 1_000);
  return inWindow / Math.ceil(inWindow / pollsPerMessage);
}

/** Expected messages of at most `most` polls if the number of polls is random. */
function expectedMessages(polls: number, most: number): number {
  return polls < most / 2 ? 1 - Math.exp(-polls) : polls / most + (most - 1) / (2 * most);
}

/** Bytes as DynamoDB counts them. */
const bytes = { row: 80, mark: 190, record: 1_000, state: 500 };
const bytesPerRead = 4_096;
/** Consecutive calls to AWS in a tick, without its scans. */
const callsInTurn = 5;
/** Minutes that a mark is kept: to the tail's last poll, and the tick that removes it. */
const markMinutes = 10;

/** Consecutive calls to AWS in a scan between two ticks. */
const callsOfScan = 4;
/** An event source keeps five long polls of 20 s going; each is a request. */
export const idleReceivesADay = (5 * 86_400) / 20;

/** A day's ticks, the scans between them, and once a day all states. */
function ticksOf(load: Load, { polls }: PollsADay, messages: readonly MessagesADay[]): Operations {
  const wallets = walletsOf(load);
  const sends = messages.reduce((sum, one) => sum + one.sends, 0);
  const pages = pagesOf(wallets);
  const waited = latency.aws * (callsInTurn + pages / (pages > 1 ? segments : 1) + (load.node ? 3 : 0));
  const worked = processor.tick + processor.row * (load.node ? wallets : wallets / 2);
  const tick: Partial<Operations> = {
    lambdaRequests: 1,
    schedulerRuns: 1,
    gbSeconds: tickGbSeconds(waited + (load.node ? 2 * latency.api : 0), worked),
    // Rows are read eventually, incidents and announcements consistently.
    readUnits:
      Math.max(pages, (wallets * bytes.row) / bytesPerRead) / 2 + 2 + (load.callsPerDay === null ? 0 : 0.5),
  };
  const written = { gbSeconds: tickGbSeconds(0, (processor.row / 2) * polls) };
  return sumOf(times(minutesADay, sumOf(tick, scansOfMinute(load))), written, {
    sqsRequests: sends + (load.scanSeconds < 60 ? idleReceivesADay : 0),
    readUnits: (wallets * bytes.state) / bytesPerRead / 2,
  });
}

/** Includes the tick's own scan. */
function scansOfMinute(load: Load): Operations {
  if (!load.node) return noOperations;
  const wallets = walletsOf(load);
  const byChain = Map.groupBy(load.groups, ({ chain }) => chain);
  const chains = Array.from(byChain.values(), (groups) => chainOfScan(groups, load));
  const scans = 60 / load.scanSeconds;
  const wakeUp: Partial<Operations> = {
    lambdaRequests: 1,
    sqsRequests: 2,
    readUnits: load.callsPerDay === null ? 0 : 0.5,
    gbSeconds: tickGbSeconds(
      latency.aws * callsOfScan + 2 * latency.api,
      processor.tick / 4 + processor.row * wallets,
    ),
  };
  return sumOf(times(scans, sumOf(...chains)), times(scans - 1, wakeUp), {
    sqsRequests: scans > 1 ? 1 : 0,
    rpcCalls: idCalls * chains.length,
  });
}

function pagesOf(wallets: number): number {
  return wallets <= rowsPerPage ? 1 : Math.ceil(wallets / rowsPerPage) + segments;
}

function chainOfScan(groups: Load['groups'], { activeMinutes }: Load): Partial<Operations> {
  const wallets = walletsOf({ groups });
  const marks = (wallets * activeMinutes * markMinutes) / minutesADay;
  return {
    readUnits: Math.ceil((bytes.record + marks * bytes.mark) / bytesPerRead),
    writeUnits: 2,
    ...nodeCallsOfScan(wallets),
  };
}
