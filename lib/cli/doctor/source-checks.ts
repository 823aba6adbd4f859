import { createSsmApiKey, saysUnreadable } from '../../../functions/api/api-key.ts';
import { isReadFromNode } from '../../../functions/chain/chain-sources.ts';
import { typedName } from '../../../functions/chain/chains.ts';
import { UpstreamUnavailable } from '../../../functions/transfer/source-errors.ts';
import type { Deployment } from '../health/deployment.ts';
import { openIncidents } from '../health/shared-faults.ts';
import { apiAdvice, tryKey } from '../stack/api.ts';
import { type Findings, ok, wrong } from './findings.ts';

export async function lookAtKey(deployment: Deployment): Promise<Findings> {
  const { aws, clock, pollSettings } = deployment;
  if (await isApiSpared(deployment)) return ok('no watched chain is read from the API: no key is needed');
  const settings = await pollSettings();
  const { API_KEY_PARAMETER: parameter } = settings;
  const apiKey = createSsmApiKey(await aws.ssm(), parameter);
  if ((await apiKey.load()) === null)
    return wrong(`${parameter} is not set, so no wallet is polled: npx chainbell key set.`);
  const problem = await tryKey(apiKey, settings, clock);
  if (problem instanceof UpstreamUnavailable)
    return wrong(
      `the key could not be tried: ${problem.message} Once the API answers, polls continue from their stored blocks. If its status page shows no problem, check the setting baseUrl.`,
    );
  if (problem !== null) return wrong(apiAdvice(problem));
  const open = await openIncidents(deployment);
  const unread = open.find(({ reason }) => saysUnreadable(reason));
  if (unread === undefined) return ok(`the API takes the key in ${parameter}`);
  return wrong(`the functions can't use the key: ${unread.reason} ${unread.whatToDo}`);
}

/** Whether every watched chain is read from its node. */
async function isApiSpared({ chains, dispatchSettings }: Deployment): Promise<boolean> {
  const { SOURCES: sources } = await dispatchSettings();
  if (sources === 'api') return false;
  const watched = await chains();
  return watched.length > 0 && watched.every((chain) => isReadFromNode(chain, sources));
}

export async function lookAtNodes({ nodes, chains, dispatchSettings }: Deployment): Promise<Findings> {
  const { SOURCES: sources } = await dispatchSettings();
  const found = await nodes();
  const set = new Set(found.map(({ chain }) => chain.id));
  const missing = (await chains()).filter((chain) => isReadFromNode(chain, sources) && !set.has(chain.id));
  const all = [
    ...found.map(({ chain, problem }) => {
      if (problem === null) return ok(`the node of ${chain.name} answers`);
      const loss = isReadFromNode(chain, sources) ? 'not watched' : 'polled as if there were none';
      return wrong(
        `the node of ${chain.name} does not work, so its wallets are ${loss}. ${problem} If its host's status page shows no problem: npx chainbell rpc set ${typedName(chain)}.`,
      );
    }),
    ...missing.map((chain) =>
      wrong(
        `${chain.name} is read from its node, but no node is set, so its wallets are not watched: npx chainbell rpc set ${typedName(chain)}.`,
      ),
    ),
  ];
  return all.length === 0 ? ok('none is set for the watched chains') : all;
}
