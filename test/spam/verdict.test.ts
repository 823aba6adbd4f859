import { expect, it } from 'vitest';
import { isPublished } from '../../functions/spam/judge.ts';

it.each([
  ['hide', true, false],
  ['mark', true, true],
  ['show', true, true],
  ['hide', false, true],
  ['mark', false, true],
  ['show', false, true],
] as const)('a row of policy %s, with spam %s, publishes: %s', (policy, spam, published) => {
  expect(isPublished({ spam }, { spam: policy })).toBe(published);
});
