import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findChain } from '../../functions/chain/chains.ts';
import { createNodeParameters } from '../../functions/node/node-parameters.ts';

const ssm = mockClient(SSMClient);
const parameters = new Map<string, string>();
const find = () => createNodeParameters(new SSMClient({ region: 'us-east-1' }), '/chainbell/rpc');
const eth = findChain('eth');
const asked = () => ssm.commandCalls(GetParameterCommand).map(({ args: [{ input }] }) => input.Name);

beforeEach(() => {
  ssm.reset();
  parameters.clear();
  ssm.on(GetParameterCommand).callsFake(({ Name, WithDecryption }) => {
    const Value = parameters.get(Name);
    if (Value === undefined) throw new ParameterNotFound({ message: Name, $metadata: {} });
    return { Parameter: { Value: WithDecryption ? Value : 'encrypted' } };
  });
});
afterAll(() => ssm.restore());

describe("a chain's node", () => {
  it.each(['eth', '0x1'])('is stored under the path and %s', async (name) => {
    parameters.set(`/chainbell/rpc/${name}`, ' https://node.example.org/key\n');
    expect(await find()(eth, 0)).toMatchObject({
      kind: 'url',
      url: { href: 'https://node.example.org/key' },
    });
  });

  it('is the one under the name if both exist, usable or not', async () => {
    parameters.set('/chainbell/rpc/eth', 'none of your business');
    parameters.set('/chainbell/rpc/0x1', 'https://node.example.org');
    const reason = 'The parameter /chainbell/rpc/eth holds no usable address: The value is not a URL.';
    expect(await find()(eth, 0)).toEqual({ kind: 'unfit', reason });
    expect(asked()).toEqual(['/chainbell/rpc/eth']);
  });

  it('is read only by the id if the name has a blank', async () => {
    await find()(findChain('bsc testnet'), 0);
    await find()(findChain('0x2a15c308e'), 0);
    expect(asked()).toEqual(['/chainbell/rpc/0x61', '/chainbell/rpc/0x2a15c308e']);
  });

  it('is read again within five minutes of ticks, after it was put or deleted', async () => {
    const findNode = find();
    expect(await findNode(eth, 100)).toEqual({ kind: 'none' });
    parameters.set('/chainbell/rpc/eth', 'https://node.example.org');
    expect(await findNode(eth, 100)).toEqual({ kind: 'none' });
    expect(await findNode(eth, 103)).toEqual({ kind: 'none' });
    expect(asked()).toHaveLength(2);
    expect(await findNode(eth, 105)).toMatchObject({ kind: 'url' });
    parameters.clear();
    expect(await findNode(eth, 108)).toMatchObject({ kind: 'url' });
    expect(await findNode(eth, 109)).toEqual({ kind: 'none' });
    parameters.set('/chainbell/rpc/eth', 'https://node.example.org');
    // A tick by hand whose clock was ahead.
    expect(await findNode(eth, 100)).toMatchObject({ kind: 'url' });
  });

  it("that can not be read is reported by its parameter's name, and retried at the next tick", async () => {
    const findNode = find();
    ssm.on(GetParameterCommand).rejects(new Error('https://ssm.us-east-1.amazonaws.com is away'));
    expect(await findNode(eth, 0)).toEqual({
      kind: 'unreadable',
      reason: "The parameter /chainbell/rpc/eth can't be read (Error).",
    });
    await findNode(eth, 1);
    expect(asked()).toHaveLength(2);
  });
});
