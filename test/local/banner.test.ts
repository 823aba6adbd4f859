import { expect, it } from 'vitest';
import { findChain } from '../../functions/chain/chains.ts';
import { banner } from '../../lib/local/banner.ts';

it('says that the commands in operations messages take --local here, in lines that fit a terminal', () => {
  const lines = banner(
    'Simulated',
    5,
    findChain('eth'),
    [],
    'http://127.0.0.1:4780',
    'http://127.0.0.1:8000',
    {
      dataDir: null,
      destinations: [],
    },
  ).split('\n');
  expect(lines).toContain('Add a wallet on the page, or in another terminal, where commands take --local:');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
});
