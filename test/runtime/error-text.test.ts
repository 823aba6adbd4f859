import { expect, it } from 'vitest';
import { placesOf, stackOf } from '../../functions/runtime/error-text.ts';

it("shows an error's class and stack, but not its message, which may have a secret on any line", () => {
  const places = placesOf(new TypeError('https://node.example/key\n  and key'));
  expect(places).toMatch(/^TypeError\n\s+at .*error-text\.test\.ts/);
  expect(places).not.toMatch(/example|key/);
  expect(placesOf('https://node.example/key')).toBe('string');
});

it('shows the text of a thrown value that is no error', () => {
  expect(stackOf('gone')).toBe('gone');
  expect(stackOf(new Error('gone'))).toMatch(/^Error: gone\n\s+at /);
});
