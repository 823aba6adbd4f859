import { expect, it } from 'vitest';
import { placesOf, stackOf } from '../../functions/runtime/error-text.ts';

it('names the class and the places of an error, and not its message, which may hold a secret on any line', () => {
  const places = placesOf(new TypeError('https://node.example/key\n  and key'));
  expect(places).toMatch(/^TypeError\n\s+at .*error-text\.test\.ts/);
  expect(places).not.toMatch(/example|key/);
  expect(placesOf('https://node.example/key')).toBe('string');
});

it('has the message of what is no error', () => {
  expect(stackOf('gone')).toBe('gone');
  expect(stackOf(new Error('gone'))).toMatch(/^Error: gone\n\s+at /);
});
