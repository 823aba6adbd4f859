import { describe, expect, it } from 'vitest';
import { findTarget } from '../../../functions/deliver-alerts/delivery/target.ts';

/** A worker that remembers one value of the parameter while SSM has another. */
function worker(remembered: string, inSsm: string) {
  let kept: string | null = remembered;
  const parameterOf = (path: string) => ({
    value: JSON.stringify({ url: `https://hooks.example.org/${path}` }),
    fingerprint: path,
  });
  const parameters = {
    async read() {
      kept ??= inSsm;
      return parameterOf(kept);
    },
    forget() {
      kept = null;
    },
  };
  const nothing = { silent: null, failures: null, failing: null, moved: null };
  const changes: unknown[] = [];
  const find = async (state: {
    value: string;
    off: { fingerprint: string; status: string; reason: string } | null;
  }) => {
    const lease = {
      state: { ...nothing, ...state },
      change: async (change: unknown) => void changes.push(change),
    };
    const target = await findTarget({ name: 'team', kind: 'slack' }, lease, parameters, false);
    return target.service === null ? target.reason : target.fingerprint;
  };
  return { find, changes };
}

describe("a destination's parameter", () => {
  it('is what a worker remembers while the one before it read the same', async () => {
    const { find, changes } = worker('old', 'new');
    expect(await find({ value: 'old', off: null })).toBe('old');
    expect(changes).toEqual([]);
  });

  it('is read anew where another worker has read another value, which all then know', async () => {
    const { find, changes } = worker('old', 'new');
    expect(await find({ value: 'new', off: null })).toBe('new');
    expect(changes).toEqual([{ value: 'new' }]);
  });

  it('is read anew while the destination is switched off', async () => {
    const off = { fingerprint: 'old', status: '410', reason: '410' };
    expect(await worker('old', 'new').find({ value: 'old', off })).toBe('new');
  });
});
