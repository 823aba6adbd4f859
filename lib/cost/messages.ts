import { pollsPerMessage } from '../../functions/dispatch-polls/in-messages.ts';
import { callWindows, pollsPerSecond } from '../../functions/rate/call-windows.ts';
import { type Load, minutesADay } from './load.ts';
import type { GroupPolls } from './polls-a-day.ts';

/** SQS and Lambda bill a request for each 64 KB. */
const bytesPerRequest = 65_536;
const messagesPerBatch = 10;
/** Of a row with a short label; with a node, the message also says what the poll is for. */
const bytesPerPoll = { plain: 95, hinted: 270 };

export interface MessagesADay {
  readonly messages: number;
  readonly sends: number;
}

/** A message holds a tick's polls that are due at the same second and equally often. */
export function messagesOf(
  { polls, wallets, stretchedSeconds }: GroupPolls,
  { node, callsPerSecond }: Pick<Load, 'node' | 'callsPerSecond'>,
): MessagesADay {
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

/** Mean polls a message of a window; more than fifty are split. */
function placesOf(callsPerSecond: number): number {
  const inWindow = Math.max(1, (pollsPerSecond(callsPerSecond) * callWindows(callsPerSecond).length) / 1_000);
  return inWindow / Math.ceil(inWindow / pollsPerMessage);
}

/** Expected messages of at most `most` polls if the number of polls is random. */
function expectedMessages(polls: number, most: number): number {
  return polls < most / 2 ? 1 - Math.exp(-polls) : polls / most + (most - 1) / (2 * most);
}
