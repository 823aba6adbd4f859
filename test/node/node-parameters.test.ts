import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findChain } from '../../functions/chain/chains.ts';
import {
  cleanNodeText,
  createNodeParameters,
  type NodeUrl,
  parseNodeUrl,
} from '../../functions/node/node-parameters.ts';

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
      exists: false,
    });
    await findNode(eth, 1);
    expect(asked()).toHaveLength(2);
    ssm.on(GetParameterCommand).rejects(Object.assign(new Error(), { name: 'AccessDeniedException' }));
    expect(await findNode(eth, 2)).toMatchObject({ kind: 'unreadable', exists: true });
  });

  it('stays the known one while SSM gives no answer', async () => {
    const findNode = find();
    parameters.set('/chainbell/rpc/eth', 'https://node.example.org');
    await findNode(eth, 0);
    ssm.on(GetParameterCommand).rejects(new Error('ThrottlingException'));
    expect(await findNode(eth, 4)).toMatchObject({ kind: 'url' });
    expect(await findNode(eth, 5)).toMatchObject({ kind: 'url' });
    expect(asked()).toHaveLength(3);
  });
});

const credentials = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe("a node's address", () => {
  it("is the parameter's value, trimmed", () => {
    const { href, authorization } = parseNodeUrl('  https://node.example.org/v2/key?apikey=other \n');
    expect(href).toBe('https://node.example.org/v2/key?apikey=other');
    expect(authorization).toBeNull();
  });

  it.each([
    ['user:pass@', 'user:pass'],
    ['user@', 'user:'],
    [':pass@', ':pass'],
    ['us%3Aer:p%40ss@', 'us:er:p@ss'],
    ['me:100%25%@', 'me:100%25%'],
  ])('gives its login %s up to a header, and keeps it in no address', (login, sent) => {
    const { href, authorization } = parseNodeUrl(`https://${login}node.example.org/`);
    expect(href).toBe('https://node.example.org/');
    expect(authorization).toBe(credentials(sent));
  });

  it.each(['none', 'http://node.example.org', 'ftp://node.example.org'])('can not be %s', (text) => {
    expect(() => parseNodeUrl(text)).toThrow(/^The (value is not a URL|URL is not https .*)\.$/);
  });
});

describe("a node's own words", () => {
  let url: NodeUrl;
  beforeEach(() => {
    url = parseNodeUrl('https://user:passw%20rd@key1234.example.org/v2/Zyx/x?apikey=other%20key');
  });

  it.each([
    ['connect key1234.example.org', 'connect [...]'],
    ['KEY1234.EXAMPLE.ORG is down', '[...] is down'],
    ['bad key zyx', 'bad key [...]'],
    ['no such user', 'no such [...]'],
    ['wrong passw rd, passw%20rd', 'wrong [...], [...]'],
    ['unknown other key', 'unknown [...]'],
    ['see https://elsewhere.example.com/path for help', 'see [...] for help'],
    ['project 0123456789abcdefghij is over', 'project [...] is over'],
    ['limit is 10 x', 'limit is 10 x'],
  ])('%s is shown as %s', (said, shown) => {
    expect(cleanNodeText(said, url)).toBe(shown);
  });

  it('are shown without a key that is the whole query', () => {
    const { secrets } = parseNodeUrl('https://node.example.org/rpc?s3cret+k');
    expect(cleanNodeText('no route for ?s3cret+k', { secrets })).toBe('no route for ?[...]');
  });

  it('have the secret removed, the longest part first, so that no rest of it stays', () => {
    const lengths = url.secrets.map(({ length }) => length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(Math.min(...lengths)).toBe(3);
    expect(cleanNodeText('at https://user:passw%20rd@key1234.example.org/v2/Zyx/x', url)).toBe('at [...]');
  });
});
