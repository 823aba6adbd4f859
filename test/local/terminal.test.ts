import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { alertLine } from '../../lib/alert-line.ts';
import { createTerminal } from '../../lib/local/terminal.ts';
import type { ShowNews } from '../../lib/page/news.ts';
import { operationsNews } from '../page/news.ts';
import { transferAlert } from '../support/alerts.ts';

const at = '2026-11-21T12:00:00.000Z';
const clock = new Date(at).toTimeString().slice(0, 8);

function terminal(): { show: ShowNews; stderr: () => string } {
  const stream = new PassThrough();
  return { show: createTerminal(stream, stream, false), stderr: () => String(stream.read()) };
}

it('a transfer that is not reported is one line that says whether it is hidden or filtered', () => {
  const { show, stderr } = terminal();
  const alert = { ...transferAlert(), detectedAt: at };
  show({ kind: 'hidden', alert });
  show({ kind: 'filtered', alert });
  const line = alertLine(alert);
  expect(stderr()).toBe(`${clock}  hidden: ${line}\n${clock}  filtered: ${line}\n`);
});

it.each([
  // The event in words, the row, the reason and the advice.
  [{ wallet: '0x12', chain: 'moon' }, null, 'NOT being watched (0x12 on moon). Why. What to do: Do this.'],
  [
    { wallet: '0x12', chain: 'eth' },
    'Chainbell: Savings on eth is NOT being watched: its smallest amount is "ten"',
    'Savings on eth is NOT being watched: its smallest amount is "ten" (0x12 on eth). Why. What to do: Do this.',
  ],
  [
    { type: 'activity.unavailable', chain: 'polygon', reason: 'It answered 503.' },
    null,
    "A chain's node is down (polygon). It answered 503. What to do: Do this.",
  ],
  [
    {
      type: 'api.unavailable',
      state: 'ended',
      reason: 'The API answers again, after 14 minutes. It was: The API answered 503.',
    },
    null,
    'The API answers again. After 14 minutes. It was: The API answered 503.',
  ],
  // No text typed into a row controls the terminal.
  [
    { wallet: '0x\u001b[2J\r\n12', reason: 'Bad "\u001b[31m".' },
    null,
    'NOT being watched (0x[2J 12). Bad "[31m". What to do: Do this.',
  ],
] as const)('an operations message is one line: %j', (message, subject, said) => {
  const { show, stderr } = terminal();
  show({ ...operationsNews({ at, ...message }), subject });
  expect(stderr()).toBe(`${clock}  operations: ${said}\n`);
});

it('a remark has a time', () => {
  const { show, stderr } = terminal();
  show({ kind: 'remark', at, text: 'The API answers again.', look: 'good', api: 'up' });
  expect(stderr()).toBe(`${clock}  The API answers again.\n`);
});
