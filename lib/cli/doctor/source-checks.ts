import { createNodeCalls, NodeUnusable } from '../../../functions/activity/node/json-rpc.ts';
import { createNodeParameters } from '../../../functions/activity/node/node-parameters.ts';
import { cleanNodeText, type NodeUrl } from '../../../functions/activity/node/node-url.ts';
import { postToNode } from '../../../functions/activity/node/post-to-node.ts';
import { createSsmApiKey } from '../../../functions/api/api-key.ts';
import { createDispatcher } from '../../../functions/api/http/transport.ts';
import { createTransferPages } from '../../../functions/api/transfer-pages.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { type Chain, findChain } from '../../../functions/chain/chains.ts';
import { apiAdvice } from '../stack/api-advice.ts';
import { type Check, type Found, ok, wrong } from './finding.ts';
import type { Patient } from './patient.ts';

const nobody = parseAddress(`0x${'0'.repeat(40)}`);
const patience = 15_000;

/** What transfers come from: the API, by one call, and nodes, by one call each. */
export function sourceChecks(patient: Patient): Check[] {
  return [
    { name: 'api key', look: () => lookAtKey(patient) },
    { name: 'nodes', look: () => lookAtNodes(patient) },
  ];
}

async function lookAtKey({ aws, clock, pollSettings }: Patient): Promise<Found[]> {
  const { API_KEY_PARAMETER: parameter, BASE_URL: baseUrl, API_VERSION: apiVersion } = await pollSettings();
  const apiKey = createSsmApiKey(await aws.ssm(), parameter);
  if ((await apiKey.load()) === null) return [wrong(`${parameter} is not set: chainbell key set.`)];
  const dispatcher = createDispatcher();
  const limiter = { acquire: async () => {}, rateLimited: () => {} };
  try {
    const options = { baseUrl, apiVersion, apiKey, limiter, clock, random: Math.random, dispatcher };
    const limits = { deadline: clock.now() + patience, repeats: false };
    const query = { wallet: nobody, chain: findChain('eth'), limit: 1, disableTotal: true };
    for await (const _page of createTransferPages(options)(query, limits)) break;
    return [ok(`the API takes the key in ${parameter}`)];
  } catch (error) {
    return [wrong(apiAdvice(error))];
  } finally {
    await dispatcher.close();
  }
}

async function lookAtNodes({ aws, clock, watchlist, dispatchSettings }: Patient): Promise<Found[]> {
  const { RPC_PARAMETERS: path } = await dispatchSettings();
  const { watched } = await watchlist();
  const chains = new Map(watched.map(({ watch }) => [watch.chain.id, watch.chain]));
  if (path === '' || chains.size === 0) return [ok('none is asked')];
  const findNode = createNodeParameters(await aws.ssm(), path);
  const found = await Promise.all(
    Array.from(chains.values(), async (chain): Promise<Found[]> => {
      const node = await findNode(chain, 0);
      if (node.kind === 'none') return [];
      if (node.kind !== 'url')
        return [wrong(`${node.reason} chainbell rpc set ${chain.name} puts another one.`)];
      return [await lookAtNode(chain, node.url, clock)];
    }),
  );
  return found.flat().length === 0 ? [ok('none is set for the watched chains')] : found.flat();
}

async function lookAtNode(chain: Chain, url: NodeUrl, clock: Patient['clock']): Promise<Found> {
  const calls = createNodeCalls(url, false, { post: postToNode, clock });
  try {
    const [answer] = await calls.ask([{ method: 'eth_chainId', params: [] }]);
    const id = typeof answer?.result === 'string' ? BigInt(answer.result) : null;
    if (id === BigInt(chain.id)) return ok(`that of ${chain.name} answers`);
    const said = answer?.error === undefined ? 'answers for another chain' : cleanNodeText(answer.error, url);
    return wrong(`that of ${chain.name}: ${said}; chainbell rpc set ${chain.name} puts another one.`);
  } catch (error) {
    const said = error instanceof NodeUnusable ? error.message : 'gives no readable answer.';
    return wrong(
      `that of ${chain.name} can't be used: ${said} chainbell rpc set ${chain.name} puts another one.`,
    );
  } finally {
    calls.end();
  }
}
