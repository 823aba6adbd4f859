import { describe, expect, it } from 'vitest';
import { hintedDemand, partOf, sharesOf, sumOf } from '../../../functions/dispatch-polls/hints/demand.ts';
import { exchange, treasury, watchOf } from '../../support/alerts.ts';

const intervals = { everySeconds: 60, sweepSeconds: 21_600 };

describe('the polls of a day beside a node', () => {
  const rows = [{ watch: watchOf() }, { watch: watchOf({ wallet: exchange, everySeconds: 86_400 }) }];

  it('are sweeps, or fewer if the row asks for fewer', () => {
    expect(hintedDemand(rows, intervals)).toEqual({ ordinary: 0, swept: 4 + 1 });
  });

  it("are those of the row's own interval if the node missed something of the wallet", () => {
    const ordinary = new Set([treasury]);
    expect(hintedDemand(rows, intervals, { ordinary })).toEqual({ ordinary: 1_440, swept: 1 });
    const often = [{ watch: watchOf({ everySeconds: 30 }) }, ...rows];
    expect(hintedDemand(often, intervals, { ordinary })).toEqual({ ordinary: 2_880 + 1_440, swept: 1 });
  });

  it('are those of all chains together', () => {
    const one = { ordinary: 1_440, swept: 4 };
    expect(sumOf([one, { ordinary: 720, swept: 8 }])).toEqual({ ordinary: 2_160, swept: 12 });
  });
});

describe('the calls of a plan', () => {
  it('go to rows and sweeps first; activity has the rest of four fifths, and a tenth to borrow', () => {
    expect(sharesOf({ ordinary: 1_440, swept: 96 }, 4_000)).toEqual({
      stretch: 1,
      sweepStretch: 1,
      rows: 1_536,
      activity: { aDay: 3_200 - 1_536, loan: 400 },
    });
  });

  it('stretch sweeps by a power of two if they are too few, and leave activity a twentieth', () => {
    expect(sharesOf({ ordinary: 2_304, swept: 96 }, 1_000)).toEqual({
      stretch: 3,
      sweepStretch: 4,
      rows: 768 + 24,
      activity: { aDay: 50, loan: 100 },
    });
  });

  it('stretch nothing if nobody counts them', () => {
    expect(sharesOf({ ordinary: 2_304, swept: 96 }, null)).toEqual({
      stretch: 1,
      sweepStretch: 1,
      rows: 2_400,
      activity: null,
    });
    expect(partOf(null, 1 / 4)).toBeNull();
  });

  it('for activity are shared out by the wallets of each chain', () => {
    expect(partOf({ aDay: 400, loan: 100 }, 1 / 4)).toEqual({ aDay: 100, loan: 25 });
  });
});
