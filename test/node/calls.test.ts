import { describe, expect, it } from 'vitest';
import { findChain } from '../../functions/chain/chains.ts';
import { askTwice, checkChain, ForeignChain, NodeUnusable, resultOf } from '../../functions/node/calls.ts';

const failureOf = (result: unknown) => {
  try {
    checkChain(result, findChain('polygon'));
    return null;
  } catch (error) {
    return error;
  }
};

it("an answer gives its result, and an error is the node's", () => {
  expect(resultOf({ result: '0x1' })).toBe('0x1');
  expect(() => resultOf({ error: 'busy' })).toThrow(new NodeUnusable('The node refuses: busy'));
});

it('a node is of the chain that it names, however it writes the number', () => {
  for (const result of ['0x89', '0x0089']) expect(failureOf(result)).toBeNull();
  expect(failureOf('0x1')).toBeInstanceOf(ForeignChain);
  expect(failureOf('0x1')).toMatchObject({ message: 'The node answers for chain 0x1, not for 0x89.' });
});

it.each([[137], [null], ['137'], ['0x'], ['00x89'], ['0x89h'], [`0x${'0'.repeat(15)}89`], [['0x89']]])(
  'a node that answers %j does not say which chain it is of',
  (result) => {
    const failure = failureOf(result);
    expect(failure).toBeInstanceOf(NodeUnusable);
    expect(failure).not.toBeInstanceOf(ForeignChain);
    expect(failure).toMatchObject({ message: 'The node does not say which chain it is of.' });
  },
);

describe('what a busy node leaves unanswered', () => {
  it('is asked for once more, and only that', async () => {
    const asked: string[] = [];
    const read = await askTwice(['a', 'b', 'c', 'd'], async (some) => {
      asked.push(some.join(''));
      expect(asked.length).toBeLessThan(3);
      return some.map((one) =>
        one === 'a' || (one === 'c' && asked.length === 2) ? one + asked.length : null,
      );
    });
    expect([asked, read]).toEqual([
      ['abcd', 'bcd'],
      ['a1', null, 'c2', null],
    ]);
  });

  it('is everything if the node fails; a second failure is its failure', async () => {
    let failures = 1;
    const ask = async (some: readonly string[]) => {
      if (failures-- > 0) throw new NodeUnusable('busy');
      return some;
    };
    expect(await askTwice(['a', 'b'], ask)).toEqual(['a', 'b']);
    failures = 2;
    await expect(askTwice(['a'], ask)).rejects.toThrow('busy');
    expect(failures).toBe(0);
  });
});
