import { beforeAll, describe, expect, it } from 'vitest';
import type { Message } from './support/inbox.ts';
import { deployOwnStack } from './support/own-stack.ts';
import { newAddress, setScene, validKey } from './support/scene.ts';

/** A separate stack, because another stack's workers may have cached a key. */
const keyParameter = '/chainbell/keyless/key';
const stackName = 'Keyless';
const stack = await deployOwnStack({ stackName, keyParameter });
const { aws, outputs, putKey, putRow, tick } = stack;
const { api, alerts, operations } = await setScene({ stack, key: null, throwAway: true });
const wallets = Array.from({ length: 6 }, newAddress);

beforeAll(async () => {
  for (const wallet of wallets) await putRow({ wallet, chain: 'eth' });
});

const is = (type: string, state: string) => (message: Message) =>
  message.type === type && message.state === state;
const told = (type: string, state: string) => operations.all(is(type, state));

describe('while there is no API key', () => {
  it('no call is made, one log line says where to store the key, and operations hear of it', async () => {
    const since = Date.now();
    await tick();
    const began = await operations.first(({ type }) => type === 'key.missing');
    expect(began).toEqual({
      version: 1,
      type: 'key.missing',
      state: 'began',
      wallet: null,
      chain: null,
      reason: expect.stringContaining(keyParameter),
      whatToDo: expect.stringMatching(/\w/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(api.calls).toEqual([]);
    const lines = await aws.logLines(outputs.PollWalletsFunctionName, since);
    expect(lines.filter((line) => /error/i.test(line) && line.includes(keyParameter))).toHaveLength(1);
  });

  it('operations hear of it once, not at every tick', async () => {
    await tick();
    expect(await told('key.missing', 'began')).toHaveLength(1);
  });
});

describe('while the API refuses the key', () => {
  it('a tick makes only a handful of calls, and operations hear why', async () => {
    await putKey('a-mistyped-key');
    await tick();
    await operations.first(is('key.refused', 'began'));
    api.calls = [];
    await tick();
    expect(api.calls.length).toBeGreaterThan(0);
    expect(api.calls.length).toBeLessThan(wallets.length);
    expect(await told('key.refused', 'began')).toHaveLength(1);
  });
});

describe('once the key is right', () => {
  it('every wallet is watched from the next tick on', async () => {
    await putKey(validKey);
    await tick();
    for (const wallet of wallets) {
      const watching = await alerts.first((alert) => alert.wallet?.address === wallet);
      expect(watching).toMatchObject({
        version: 1,
        type: 'wallet.watching',
        wallet: { chain: 'eth', chainId: '0x1', tags: [] },
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        fromBlock: null,
      });
    }
  });

  it('operations hear that both problems are over', async () => {
    await operations.first(is('key.missing', 'ended'));
    await operations.first(is('key.refused', 'ended'));
  });
});
