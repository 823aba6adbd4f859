import { describe, expect, it } from 'vitest';
import { rememberingReplies } from '../../functions/api/transfer-pages.ts';

/** A reader that counts the replies it is asked to read. */
function counted(capacity?: number) {
  const asked: string[] = [];
  const read = rememberingReplies((text) => {
    asked.push(text);
    if (text === 'broken') throw new Error('no reply');
    return { text };
  }, capacity);
  return { read, asked };
}

describe('a reply that came before', () => {
  it('is not read again', () => {
    const { read, asked } = counted();
    expect(read('a page')).toBe(read(['a', 'page'].join(' ')));
    expect(asked).toEqual(['a page']);
  });

  it('differs from another of the same length', () => {
    const { read } = counted();
    const [a, b] = [`${'x'.repeat(50_000)}1`, `${'x'.repeat(50_000)}2`];
    expect([read(a).text, read(b).text, read(a).text]).toEqual([a, b, a]);
  });

  it('is tried again if it could not be read', () => {
    const { read, asked } = counted();
    for (let i = 0; i < 2; i += 1) expect(() => read('broken')).toThrow('no reply');
    expect(asked).toHaveLength(2);
  });
});

describe('memory for replies', () => {
  it('holds so many characters: the least recently used text goes first', () => {
    const { read, asked } = counted(10);
    for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc']) read(text);
    expect(asked).toEqual(['aaaa', 'bbbb', 'cccc']);
    read('aaaa');
    read('bbbb');
    expect(asked).toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb']);
  });

  it('holds no text that would fill it alone, and such a text displaces no other', () => {
    const { read, asked } = counted(10);
    read('small');
    for (let i = 0; i < 2; i += 1) read('larger than all');
    read('small');
    expect(asked).toEqual(['small', 'larger than all', 'larger than all']);
  });

  it('stays bounded through many', () => {
    const { read, asked } = counted(1_000);
    for (let i = 0; i < 1_000; i += 1) read(`${i}`.padStart(100));
    asked.length = 0;
    for (let i = 999; i >= 990; i -= 1) read(`${i}`.padStart(100));
    expect(asked).toEqual([]);
    read(`${989}`.padStart(100));
    expect(asked).toHaveLength(1);
  });
});
