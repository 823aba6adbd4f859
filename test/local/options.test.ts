import { describe, expect, it, onTestFinished } from 'vitest';
import { findChain } from '../../functions/chain/chains.ts';
import { Unusable } from '../../lib/cli/unusable.ts';
import { banner } from '../../lib/local/banner.ts';
import { type Options, readOptions } from '../../lib/local/options.ts';
import {
  addedNote,
  chainOf,
  chainsOffered,
  describeApi,
  everySeconds,
  missingKeyNote,
  pace,
  rowsToAdd,
  whichApi,
} from '../../lib/local/which-api.ts';
import { hero } from '../../lib/simulated-api/story/cast.ts';
import { FakeNode } from '../support/fakes/fake-node.ts';

const wallet = `0x${'ab'.repeat(20)}`;
const optionsOf = (argv: readonly string[]) => readOptions(argv) as Options;

describe('the command line', () => {
  it('has a default for everything', () => {
    expect(readOptions([])).toEqual({
      wallets: [],
      chain: null,
      rpc: null,
      everySeconds: null,
      dataDir: null,
      port: 4780,
      json: false,
      destinations: [],
    });
  });

  it('takes wallets and chains as people write them, each wallet once', () => {
    const typed = wallet.toUpperCase().replace('0X', '0x');
    expect(readOptions([wallet, typed, '--chain', '0X01'])).toMatchObject({
      wallets: [wallet],
      chain: 'eth',
    });
  });

  it.each(
    '0x12 --chain=moon --every=often --every=1s --port=70000 --port=x --constructor --no-json'.split(' '),
  )('says in one line why %s can not be used', (option) => {
    expect(() => readOptions([option])).toThrow(Unusable);
    expect(() => readOptions([option])).toThrow(/^[^\n]{10,}$/);
  });
});

describe('a mistake on the command line', () => {
  const said = (...argv: string[]): string => {
    try {
      readOptions(argv);
    } catch (error) {
      return error instanceof Unusable ? error.message : String(error);
    }
    return 'nothing';
  };

  it.each([
    ['--frob', "Unknown option '--frob'; npm start -- --help lists what it takes."],
    ['--frob=secret', "Unknown option '--frob'; npm start -- --help lists what it takes."],
    ['-x', "Unknown option '-x'; npm start -- --help lists what it takes."],
    ['--json=yes', "Unknown option '--json'; npm start -- --help lists what it takes."],
    ['--data', "Option '--data <dir>' argument missing; npm start -- --help lists what it takes."],
    ['--slack https://a.example --slack=https://b.example', '--slack is given twice: once is enough.'],
    ['--data=', '--data takes a value; keep rows, state and history there: --data ./chainbell-data'],
    ['--data --json', '--data takes a value; keep rows, state and history there: --data ./chainbell-data'],
  ])('is named, with where to look: %s', (argv, sentence) => {
    expect(said(...argv.split(' '))).toBe(sentence);
  });

  it('is a chain without a wallet; --every and --port need no wallet', () => {
    expect(said('--chain', 'base')).toBe('--chain needs a wallet: npm start -- 0xYourWallet --chain base');
    expect(said('--chain', 'polygon', wallet)).toBe('nothing');
    expect(said('--every', '15s', '--port', '0')).toBe('nothing');
    expect(said('--chain', 'polygon', '--help')).toBe('nothing');
  });
});

describe('the API that is polled', () => {
  it('without a key and an address is the simulated one, which has its own wallets', async () => {
    const api = await whichApi({});
    const options = optionsOf([wallet]);
    expect(api.kind).toBe('simulated');
    expect(rowsToAdd(options, api).map((row) => row.wallet)).toEqual(expect.arrayContaining([hero, wallet]));
    expect(missingKeyNote(options, api)).toMatch(
      new RegExp(`^No alert will come for ${wallet}: without CHAINBELL_API_KEY .*\n$`),
    );
    expect(pace(api).callsPerSecond).toBeGreaterThan(1_000);
    expect(missingKeyNote(optionsOf([]), api)).toBeNull();
    expect(addedNote(api)).toMatch(/no alert will come.*CHAINBELL_API_KEY/);
  });

  it('with a key is the real one, polled once a minute because its plan counts the calls', async () => {
    const api = await whichApi({ CHAINBELL_API_KEY: ' key\n' });
    const options = optionsOf([wallet]);
    expect(api).toMatchObject({
      kind: 'real',
      key: 'key',
      coinBaseUrl: '',
      baseUrl: expect.stringMatching(/^https:/),
    });
    expect(everySeconds(options, api)).toBe(60);
    expect(pace(api)).toEqual({});
    expect(everySeconds(optionsOf(['--every', '15s']), api)).toBe(15);
    expect(rowsToAdd(options, api)).toEqual([{ wallet, chain: 'eth' }]);
    expect(describeApi(api)).not.toContain('key');
    expect(addedNote(api)).toBeNull();
  });

  it('is the one at a given address, with or without a key', async () => {
    const api = await whichApi({
      CHAINBELL_BASE_URL: 'http://127.0.0.1:1/',
      CHAINBELL_COIN_BASE_URL: 'http://127.0.0.1:2',
    });
    expect(api).toMatchObject({
      baseUrl: 'http://127.0.0.1:1',
      coinBaseUrl: 'http://127.0.0.1:2',
      key: null,
    });
    expect(everySeconds(optionsOf([]), api)).toBe(5);
    expect(describeApi(api)).toContain('without a key');
    expect(pace(api).callsPerSecond).toBeGreaterThan(1_000);
    const withKey = { CHAINBELL_BASE_URL: 'http://127.0.0.1:1/', CHAINBELL_API_KEY: 'key' };
    expect(pace(await whichApi(withKey))).toEqual({});
  });

  it('is never called over plain http, which would show the key to everybody on the way', async () => {
    const insecure = () => whichApi({ CHAINBELL_API_KEY: 'secret', CHAINBELL_BASE_URL: 'http://a.example' });
    await expect(insecure).rejects.toThrow(Unusable);
    await expect(insecure).rejects.not.toThrow(/secret/);
  });

  const rpc = 'http://127.0.0.1:8545';
  const ofChain = (id: string) => async () => findChain(id);

  it('is the node of --rpc, without a key, on the chain that the node names', async () => {
    const options = optionsOf([wallet, '--rpc', rpc]);
    const api = await whichApi({ CHAINBELL_API_KEY: 'key' }, options, ofChain('0x7a69'));
    expect(api).toMatchObject({ kind: 'node', rpcUrl: rpc, chain: { id: '0x7a69' } });
    expect(rowsToAdd(options, api)).toEqual([{ wallet, chain: '0x7a69' }]);
    expect(chainsOffered(options, api).slice(0, 2)).toEqual(['0x7a69', 'eth']);
    const where = [
      chainOf(options, api),
      [],
      'http://127.0.0.1:4780',
      'http://127.0.0.1:9',
      options,
    ] as const;
    const said = banner(describeApi(api), 5, ...where);
    expect(said).toContain('npx chainbell add 0xYourWallet --chain 0x7a69 --local 4780');
    // Its lines fit a terminal.
    expect(said).toMatch(/^(?:.{0,80}\n)*$/);
    expect(said).toContain('"chain":{"S":"0x7a69"}');
    expect(everySeconds(options, api)).toBe(5);
    expect(missingKeyNote(options, api)).toBeNull();
    expect(describeApi(api)).toBe('A node of 0x7a69; no API, no key');
    expect(describeApi(api)).not.toContain('8545');
  });

  it('is not a node of another chain than --chain names', async () => {
    const options = optionsOf([wallet, '--rpc', rpc, '--chain', 'polygon']);
    await expect(whichApi({}, options, ofChain('0x1'))).rejects.toThrow(
      '--rpc: the node is of eth, not of polygon. Leave --chain out.',
    );
    expect(() => optionsOf([wallet, '--rpc', 'http://node.example.org'])).toThrow(/^--rpc: .*https/);
  });
});

it('quotes a node that refuses to name its chain', async () => {
  const node = new FakeNode(1, 0);
  onTestFinished(() => node.close());
  const error = { code: -32000, message: 'Must be authenticated!' };
  node.reply = { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, error }) };
  await expect(whichApi({}, { rpc: await node.listen(), chain: null })).rejects.toThrow(
    '--rpc: the node does not say which chain it is of. The node refuses: Must be authenticated!',
  );
});
