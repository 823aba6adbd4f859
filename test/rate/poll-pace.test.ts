import { expect, it } from 'vitest';
import { everyText } from '../../functions/rate/poll-pace.ts';

it.each([
  [5, 'every 5 seconds'],
  [60 / 7, 'every 9 seconds'],
  [60, 'every minute'],
  [61, 'every 1 minute 1 second'],
  [135, 'every 2 minutes 15 seconds'],
  [3_600, 'every hour'],
  [4_507, 'every 1 hour 15 minutes'],
  [86_400, 'every day'],
  [200_000, 'every 2 days 7 hours 33 minutes'],
])('says %d seconds as a person would', (seconds, text) => {
  expect(everyText(seconds)).toBe(text);
});
