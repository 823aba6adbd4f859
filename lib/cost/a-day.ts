import { apiIncidentTypes } from '../../functions/incidents/api-incidents.ts';
import { pollGbSeconds, processor, waitOfMessage } from './lambda-time.ts';
import { type Load, minutesADay, walletsOf } from './load.ts';
import { noOperations, type Operations, sumOf, times } from './operations.ts';
import { type PollsADay, pollsADay } from './polls-a-day.ts';
import { idleReceivesADay, type MessagesADay, messagesOf, ticksOf } from './ticks.ts';

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
      // Claims of the second (the first call, then the others) and of the day.
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
