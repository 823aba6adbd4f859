import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { differenceOf } from './compare.ts';
import { readSteps } from './page.ts';

const guide = readFileSync(new URL('../../docs/guide.md', import.meta.url), 'utf8');

describe('docs/guide.md', () => {
  it('shows the output of each command that it runs', () => {
    const steps = readSteps(guide);
    const silent = steps.filter((step) => step.kind === 'run' && (step.shown?.text ?? '') === '');
    expect(silent).toEqual([]);
    expect(steps.filter(({ kind }) => kind === 'run').length).toBeGreaterThan(10);
  });
});

describe('an output', () => {
  it('is the same if only times, ids and column widths differ', () => {
    const shown = 'Id    at\nff14d9c6  2026-11-22 19:05 UTC\n"id": "ff14d9c682d47016bd012ee71a4f8ce5"';
    const came = 'Id  at\nff14d9c6     2027-01-01 00:00 UTC\n"id": "0014d9c682d47016bd012ee71a4f8ce5"';
    expect(differenceOf(shown, came)).toBeNull();
  });

  it('is shown line by line if it differs', () => {
    expect(differenceOf('same\n12 USDC', 'same\n13 USDC')).toBe('  same\n+ 13 USDC\n- 12 USDC');
  });
});
