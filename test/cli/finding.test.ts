import { expect, it } from 'vitest';
import { findingsOf } from '../../lib/cli/doctor/patient.ts';
import { Unusable } from '../../lib/cli/unusable.ts';

it('a part that can not be looked at is a sentence, without the name of a class', async () => {
  const look = async () => {
    throw new Unusable('There is none.');
  };
  expect(await findingsOf('plan', look)).toEqual([
    { check: 'plan', state: 'unknown', says: "can't be looked at: There is none." },
  ]);
});
