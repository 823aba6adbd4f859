import { expect } from 'vitest';

/** In `expected`, `…` stands for any text and a blank for any white space. */
export function expectPrinted(printed: string, expected: string): void {
  let rest = printed.replaceAll(/\s+/g, ' ');
  for (const part of expected.split('…').map((text) => text.replaceAll(/\s+/g, ' ').trim())) {
    expect(rest).toContain(part);
    rest = rest.slice(rest.indexOf(part) + part.length);
  }
}
