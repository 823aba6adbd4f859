import { expect, it } from 'vitest';
import { refill } from '../../../functions/dispatch-polls/hints/credit.ts';

const aCallAMinute = { aDay: 1_440, loan: 144 };

it('the credit grows by one minute although the previous tick was dated ahead by hand', () => {
  expect(refill({ calls: 0, minute: 100 }, aCallAMinute, 50)).toEqual({ calls: 1, minute: 50 });
});

it('savings stay while the share of a chain shrinks, up to what may be lent', () => {
  const small = { aDay: 12, loan: 100 };
  expect(refill({ calls: 500, minute: 50 }, small, 51)).toEqual({ calls: 100, minute: 51 });
  expect(refill({ calls: 60, minute: 50 }, small, 51)).toEqual({ calls: 60, minute: 51 });
});
