import { globSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stackOf } from '../../lib/cli/stack/local-run.ts';
import { localEngines } from '../../lib/local-engines.ts';
import { startPage } from '../../lib/page/page-server.ts';
import { serveApi } from '../../lib/simulated-api/serve-api.ts';
import { serveNode } from '../../lib/simulated-api/simulated-node.ts';
import { useEmbeddedAws } from '../support/embedded.ts';

const embedded = useEmbeddedAws();

const servers = ['DynamoDB', 'SNS and SQS', 'API', 'node', 'page', 'feed of the page'] as const;
type Server = (typeof servers)[number];
const addresses = new Map<Server, string>();

beforeAll(async () => {
  const { dynamodbEndpoint, messagingEndpoint } = embedded.aws;
  const api = await serveApi(() => ({ status: 200 }));
  const node = await serveNode(() => ({ status: 200 }));
  const page = await startPage({
    port: 0,
    about: { text: 'a test', chains: ['eth'], madeUp: false },
    open: stackOf(localEngines.parse(embedded.aws)),
  });
  addresses.set('DynamoDB', dynamodbEndpoint).set('SNS and SQS', messagingEndpoint);
  addresses.set('API', api.address).set('node', node.address).set('page', page.address);
  addresses.set('feed of the page', `${page.address}/events`);
  return async () => {
    await Promise.all([api.stop(), node.stop(), page.stop()]);
  };
});

/** `fetch` does not let a test set the Host header. */
function statusOf(
  server: Server,
  method: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const asked = request(addresses.get(server) ?? '', { method, headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  asked.on('error', reject).end();
  onTestFinished(() => void asked.destroy());
  return promise;
}

describe.each(servers)('the %s of the local run', (server) => {
  const port = () => new URL(addresses.get(server) ?? '').port;

  it('listens on one address of this machine only', async () => {
    const { promise: isHeard, resolve } = Promise.withResolvers<boolean>();
    const socket = connect(Number(port()), '127.0.0.2', () => resolve(true)).on('error', () =>
      resolve(false),
    );
    onTestFinished(() => void socket.destroy());
    expect(await isHeard).toBe(false);
  });

  it.each(['127.0.0.1', 'localhost'])('answers programs on this machine: %s', async (name) => {
    expect(await statusOf(server, 'GET', { host: `${name}:${port()}` })).not.toBe(403);
  });

  it.each([
    ['another name that leads here', () => `attacker.example:${port()}`],
    ['a name without a port', () => '127.0.0.1'],
    ['another port', () => `localhost:${Number(port()) - 1}`],
    ['a name that begins like ours', () => `localhost.attacker.example:${port()}`],
    ['another spelling of the address', () => `127.1:${port()}`],
  ])('refuses a page under %s', async (_name, host) => {
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS'])
      expect([method, await statusOf(server, method, { host: host() })]).toEqual([method, 403]);
  });

  it('refuses requests from a page of another origin', async () => {
    const headers = { host: `localhost:${port()}`, origin: 'https://attacker.example' };
    expect(await statusOf(server, 'POST', headers)).toBe(403);
  });
});

it('no other file of the local run or its page opens a server', () => {
  const opening = globSync('lib/**/*.ts').filter((file) =>
    /\b(?:app|server)\.listen\(/.test(readFileSync(file, 'utf8')),
  );
  expect(opening.toSorted()).toEqual([
    'lib/local/engine/embedded-aws.ts',
    'lib/loopback-guard.ts',
    'lib/page/page-server.ts',
  ]);
});
