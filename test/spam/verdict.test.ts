import { describe, expect, it } from 'vitest';
import { policyFor } from '../../functions/spam/judge.ts';

describe("the row's policy", () => {
  it.each([
    ['hide', { tell: false, mark: true }],
    ['mark', { tell: true, mark: true }],
    ['show', { tell: true, mark: false }],
  ] as const)('%s makes of spam %o', (spam, policy) => {
    expect(policyFor({ spam: true }, { spam })).toEqual(policy);
  });

  it.each(['hide', 'mark', 'show'] as const)('%s tells what is no spam, unmarked', (spam) => {
    expect(policyFor({ spam: false }, { spam })).toEqual({ tell: true, mark: false });
  });
});
