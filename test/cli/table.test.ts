import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { printTable } from '../../lib/cli/table.ts';

it('a table of a thousand rows is printed at once, with wide characters in line', async () => {
  const stdout = new PassThrough();
  const row = ['0x28C6…1d60', '金库 🏦', null, { text: 'NOT watched', look: 'bad' }] as const;
  const rows = Array.from({ length: 1_000 }, (_, i) => [...row, i]);
  const printed = text(stdout);
  await printTable(stdout, ['Wallet', 'Label', 'Next poll', 'State', 'Row'], rows);
  stdout.end();
  const lines = (await printed).split('\n');
  expect(lines).toHaveLength(1_002);
  expect(lines.slice(0, 2)).toEqual([
    'Wallet       Label    Next poll  State        Row',
    '0x28C6…1d60  金库 🏦  -          NOT watched  0',
  ]);
}, 5_000);
