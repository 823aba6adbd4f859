import { isReadFromNode } from '../../../functions/chain/chain-sources.ts';
import type { Chain } from '../../../functions/chain/chains.ts';
import { ForeignChain } from '../../../functions/node/calls.ts';
import { parseNodeUrl } from '../../../functions/node/node-parameters.ts';
import { type Context, groupCommand, onStack, type StackOptions } from '../frame/command.ts';
import { chainNamed } from '../frame/watched-wallet.ts';
import { nodeProblem } from '../health/nodes.ts';
import { askSecret } from '../prompt.ts';
import { settingsOf } from '../stack/function-settings.ts';
import { readOption, Unfinished, Unusable } from '../unusable.ts';
import { deleteSecret, putSecret, unsettablePermissions } from './put-secret.ts';

export const rpc = groupCommand({
  permissions: unsettablePermissions('dispatch', 'nodeUrls'),
  examples: ['chainbell rpc set eth', 'chainbell rpc set polygon < url.txt', 'chainbell rpc unset polygon'],
  make: (command, context) =>
    command
      .addCommand(
        onStack('set')
          .description(
            "Store the JSON-RPC URL of a chain's node, from a hidden prompt or stdin, if the node answers.",
          )
          .argument('<chain>', 'name or hex id of the chain')
          .option('--force', 'store it even if the node does not answer from here')
          .action((typed, { force = false, ...options }) => set(chainOf(typed), force, options, context)),
      )
      .addCommand(
        onStack('unset')
          .description("Delete the JSON-RPC URL of a chain's node.")
          .argument('<chain>', 'name or hex id of the chain')
          .action((typed, options) => unset(chainOf(typed), options, context)),
      ),
});

const chainOf = (typed: string) => readOption(null, () => chainNamed(typed));

async function set(chain: Chain, force: boolean, options: StackOptions, context: Context): Promise<void> {
  const open = await context.open(options);
  const { RPC_PARAMETERS } = await settingsOf.dispatch(open);
  const parameter = parameterOf(RPC_PARAMETERS, chain);
  const secret = await askSecret(`JSON-RPC URL for ${chain.name}`, context.streams);
  const url = readOption(null, () => parseNodeUrl(secret));
  const problem = await nodeProblem(chain, url, context.clock);
  if (problem instanceof ForeignChain)
    throw new Unusable(`${problem.message} It was not set for ${chain.name}.`);
  if (problem !== null && !force)
    throw new Unusable(
      `The node does not work from here, so it was not set: ${problem.message} If only this machine can't reach it, --force stores it anyway.`,
    );
  await putSecret(open.aws, parameter, secret);
  const outcome =
    problem === null ? `It answers for ${chain.name}.` : `From here it does not work: ${problem.message}`;
  const text = `${parameter} is set. ${outcome} It is read within five minutes.\n`;
  await context.say(options, { parameter }, text);
}

async function unset(chain: Chain, options: StackOptions, context: Context): Promise<void> {
  const open = await context.open(options);
  const settings = await settingsOf.dispatch(open);
  const parameter = parameterOf(settings.RPC_PARAMETERS, chain);
  const names = new Set([parameter, `${settings.RPC_PARAMETERS}/${chain.id}`]);
  const deleted = await Promise.all([...names].map((name) => deleteSecret(open.aws, name)));
  if (!deleted.includes(true)) throw new Unfinished(`${parameter} is not set.`);
  const effect = isReadFromNode(chain, settings.SOURCES)
    ? `Wallets on ${chain.name} are NOT watched without it: the setting source reads them from their node.`
    : `Wallets on ${chain.name} are polled at their own intervals within five minutes, by more API calls. What only a node shows (watch, minBalance) is NOT watched without it.`;
  await context.say(options, { parameter }, `${parameter} is deleted. ${effect}\n`);
}

/** Parameter names have no blanks. */
function parameterOf(path: string, { name, id }: Chain): string {
  return `${path}/${/^[\w.-]+$/.test(name) ? name : id}`;
}
