import { expect, it } from 'vitest';
import { findLookalike } from '../../../functions/spam/poisoning/find-lookalike.ts';
import { evidence, later, paid, received } from './history.ts';
import { addresses, seeded } from './random-addresses.ts';

it('ten years of 10,000 strangers who send nothing to a wallet that paid 200 bring hundreds that share two digits at each end, and no warning', () => {
  const random = seeded(1);
  const counterparties = addresses(random, 200).map((address) => paid(address, later));
  let sharingTwo = 0;
  for (const stranger of addresses(random, 100_000)) {
    const transfer = received(stranger, { value: 0n });
    expect(findLookalike(evidence(transfer, { counterparties }))).toBeNull();
    sharingTwo += counterparties.filter(({ address }) =>
      [2, 3, 40, 41].every((digit) => address[digit] === stranger[digit]),
    ).length;
  }
  expect(sharingTwo).toBeGreaterThan(200); // 305 to expect
});
