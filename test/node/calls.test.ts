import { expect, it } from 'vitest';
import { findChain } from '../../functions/chain/chains.ts';
import { askTwice, checkChain, ForeignChain, NodeUnusable } from '../../functions/node/calls.ts';

const failureOf = (result: unknown) => {
  try {
    checkChain(result, findChain('polygon'));
    return null;
  } catch (error) {
    return error;
  }
};

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

it('everything is asked for once more if the node fails; a second failure is its failure', async () => {
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

it('a fault of ours is thrown at once: nothing is asked for again', async () => {
  let faults = 1;
  const ask = async (some: readonly string[]) => {
    if (faults-- > 0) throw new RangeError('ours');
    return some;
  };
  await expect(askTwice(['a'], ask)).rejects.toThrow('ours');
});
