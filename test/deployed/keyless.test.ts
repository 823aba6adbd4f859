import { PutParameterCommand } from '@aws-sdk/client-ssm';
import { afterAll, describe, expect, it } from 'vitest';
import { FakeNode } from '../support/fakes/fake-node.ts';
import { startReceiver } from '../support/fakes/receiver.ts';
import { deployOwnStack } from './support/own-stack.ts';
import { newAddress } from './support/scene.ts';

/** A stack without a key whose only chain is read from its node; any call to its API fails the test. */
const chain = '0x7a7a';
const rpcParameters = '/chainbell/keyless/rpc';
const tripwire = await startReceiver(() => ({ status: 500 }));
const { url: coinBaseUrl } = tripwire;
const apiKeyParameter = '/chainbell/keyless/no-such-key';
const stack = await deployOwnStack({
  stackName: 'Keyless',
  region: 'eu-central-1',
  apiPort: Number(new URL(coinBaseUrl).port),
  keyParameter: apiKeyParameter,
  settings: { coinBaseUrl, apiKeyParameter, source: JSON.stringify({ [chain]: 'node' }), rpcParameters },
});
await stack.setSchedule('DISABLED');
const node = new FakeNode(70_000_000, Date.now());
node.chainId = chain;
const Value = await node.listen();
await stack.aws.ssm.send(
  new PutParameterCommand({ Name: `${rpcParameters}/${chain}`, Type: 'SecureString', Value }),
);
afterAll(async () => {
  await node.close();
  await tripwire.close();
});

let minute = Math.ceil(Date.now() / 60_000);
async function nextTick(transfers: Parameters<FakeNode['mine']>[0] = []): Promise<void> {
  node.mine(transfers, Date.now());
  minute += 1;
  await stack.tick({ time: new Date(minute * 60_000).toISOString() });
}

const [wallet, stranger] = [newAddress(), newAddress()];
/** History's rows, which hold everything published: kind, direction and status. */
async function history(): Promise<string[]> {
  const items = await stack.historyOf(wallet, chain);
  return items.map(({ type, status, alert }) => {
    const kind = alert?.M?.transfer?.M?.kind?.S;
    return `${status?.S} ${type?.S} ${kind}`;
  });
}

describe('a stack without a key, whose chain is read from its node', () => {
  it('reports tokens and collections in the tick that sees them', { timeout: 300_000 }, async () => {
    await stack.putRow({ wallet, chain, spam: 'show' });
    for (let ticks = 0; ticks < 2; ticks += 1) await nextTick();
    await nextTick([{ from: wallet, to: stranger }]);
    expect(await history()).toEqual(['told transfer.sent erc20']);
    await nextTick([{ from: stranger, to: wallet, tokenId: 7 }]);
    expect(await history()).toEqual(['told transfer.sent erc20', 'told transfer.received erc721']);
  });

  it('asked the API nothing', () => expect(tripwire.received).toEqual([]));
});
