import { expect, it } from 'vitest';
import { sendNode } from '../../../functions/dispatch-polls/hints/send-node.ts';
import { DispatchWorld, silent } from '../../support/dispatch-world.ts';

it.each([
  [true, { isBetween: false, isSpent: false }],
  [false, { isBetween: true, isSpent: false }],
  [false, { isBetween: false, isSpent: true }],
])('sweeps count as sent: %s, %j', async (sweeps, of) => {
  const world = new DispatchWorld();
  const tick = { ...world.dependencies(), at: new Date(world.now), notBegun: new Map(), ...of };
  const shares = { stretch: 1, sweepStretch: 1, rows: 0, activity: null };
  const chain = { rows: [], credit: null, hints: silent, shares, allowance: null, pollsADay: 0 };
  expect(await sendNode(chain, tick)).toMatchObject({ sweeps });
});
