import { createSsmApiKey } from '../../../functions/api/api-key.ts';
import { createDispatcher } from '../../../functions/api/http/transport.ts';
import { createTransferPages } from '../../../functions/api/transfer-pages.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { apiAdvice } from '../stack/api-advice.ts';
import { type Check, type Found, ok, wrong } from './finding.ts';
import type { ChainNode } from './nodes.ts';
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
  if ((await apiKey.load()) === null)
    return [wrong(`${parameter} is not set, so no wallet is polled: npx chainbell key set.`)];
  const dispatcher = createDispatcher();
  const limiter = { acquire: async () => {}, answered: () => {} };
  try {
    const options = { baseUrl, apiVersion, apiKey, limiter, clock, random: Math.random, dispatcher };
    const limits = { deadline: clock.now() + patience, repeats: false };
    const query = { wallet: nobody, chain: findChain('eth'), from: null, to: null, limit: 1, cursor: null };
    for await (const _page of createTransferPages(options)(query, limits)) break;
    return [ok(`the API takes the key in ${parameter}`)];
  } catch (error) {
    return [wrong(apiAdvice(error))];
  } finally {
    await dispatcher.close();
  }
}

async function lookAtNodes({ nodes }: Patient): Promise<Found[]> {
  const found = await nodes();
  return found.length === 0 ? [ok('none is set for the watched chains')] : found.map(foundOf);
}

function foundOf({ chain: { name }, problem }: ChainNode): Found {
  if (problem === null) return ok(`that of ${name} answers`);
  return wrong(
    `that of ${name} is of no use, so its wallets are polled as if there were none. ${problem} If its host's status page knows of nothing: npx chainbell rpc set ${name.replace(' ', '-')}.`,
  );
}
