import { describe, expect, it } from 'vitest';
import { chainsShare, demandOf, sharesOf } from '../../../functions/dispatch-polls/hints/demand.ts';
import { exchange, treasury, watchOf } from '../../support/alerts.ts';

it('rows ask for polls at their own intervals, and for sweeps at most as often', () => {
  const often = watchOf({ everySeconds: 30 });
  const rows = [{ watch: often }, { watch: watchOf({ wallet: exchange, everySeconds: 86_400 }) }];
  const intervals = { everySeconds: 60, sweepSeconds: 21_600 };
  expect(demandOf(rows, { ...intervals, sweepSeconds: Infinity })).toEqual({ ordinary: 2_880 + 1, swept: 0 });
  const isOrdinary = (wallet: string) => wallet === treasury;
  expect(demandOf(rows, intervals, isOrdinary)).toEqual({ ordinary: 2_880 - 4, swept: 4 + 1 });
});

describe('the calls of a plan', () => {
  it('go to rows and sweeps first; activity has the rest of four fifths, and may borrow a tenth', () => {
    expect(sharesOf({ ordinary: 1_440, swept: 96 }, 4_000)).toEqual({
      stretch: 1,
      sweepStretch: 1,
      rows: 1_536,
      activity: { aDay: 3_200 - 1_536, loan: 400 },
    });
  });

  it('stretch sweeps at most twofold, and rows by the rest; activity gets a twentieth', () => {
    expect(sharesOf({ ordinary: 7_520, swept: 96 }, 1_000)).toEqual({
      stretch: 10,
      sweepStretch: 2,
      rows: 752 + 48,
      activity: { aDay: 50, loan: 100 },
    });
  });

  it('stretch sweeps at most twofold while half of them take three quarters of four fifths', () => {
    const stretches = (ordinary: number, swept: number) => {
      const { stretch, sweepStretch } = sharesOf({ ordinary, swept }, 1_000);
      return [stretch, sweepStretch];
    };
    expect(stretches(1_000, 1_200)).toEqual([5, 2]);
    expect(stretches(100_000, 1_200)).toEqual([500, 2]);
    expect(stretches(100_000, 1_201)[1]).toBe(4);
  });

  it('stretch sweeps by a power of two if sweeps alone are too many', () => {
    const { sweepStretch, rows } = sharesOf({ ordinary: 0, swept: 2_400 }, 1_000);
    expect([sweepStretch, rows]).toEqual([4, 600]);
    expect(sharesOf({ ordinary: 0, swept: 1_600 }, 1_000)).toMatchObject({ stretch: 1, rows: 800 });
  });

  it('stretch nothing if the plan has no daily limit', () => {
    expect(sharesOf({ ordinary: 2_304, swept: 96 }, null)).toEqual({
      stretch: 1,
      sweepStretch: 1,
      rows: 2_400,
      activity: null,
    });
    expect(chainsShare(null, 1 / 4)).toBeNull();
  });

  it('for activity are divided among chains by their wallets', () => {
    expect(chainsShare({ aDay: 400, loan: 100 }, 1 / 4)).toEqual({ aDay: 100, loan: 25 });
  });
});
