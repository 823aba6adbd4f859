import { expect, it } from 'vitest';
import { everyText, paceText } from '../../lib/pace-text.ts';

it.each([
  [5, 'every 5 seconds'],
  [60 / 7, 'every 9 seconds'],
  [60, 'every minute'],
  [61, 'every 1 minute 1 second'],
  [135, 'every 2 minutes 15 seconds'],
  [3_599.4, 'every 59 minutes 59 seconds'],
  [3_600, 'every hour'],
  [11, 'every 11 seconds'],
  [0.2, 'every second'],
  [4_507, 'every 1 hour 15 minutes'],
  [86_400, 'every day'],
  [200_000, 'every 2 days 7 hours 33 minutes'],
])('says %d seconds as a person would', (seconds, text) => {
  expect(everyText(seconds)).toBe(text);
});

it('says why a wallet is polled less often than asked; otherwise nothing', () => {
  const asked = { everySeconds: 60, askedSeconds: 60, callsPerDay: null };
  expect(paceText(asked)).toBe('every minute');
  expect(paceText({ everySeconds: 135, askedSeconds: 60, callsPerDay: 800 })).toBe(
    'every 2 minutes 15 seconds, as your plan of 800 calls a day allows (asked: every minute)',
  );
});
