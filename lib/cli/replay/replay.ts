import * as z from 'zod';
import { createSsmApiKey } from '../../../functions/api/api-key.ts';
import { createDispatcher } from '../../../functions/http/transport.ts';
import { pollDependencies } from '../../../functions/poll-wallets/dependencies.ts';
import { pollEnvironment } from '../../../functions/poll-wallets/environment.ts';
import { readRow } from '../../../functions/wallet/read-row.ts';
import { readWhole } from '../../../functions/wallet/row-values.ts';
import { nodeWatch, type Watch } from '../../../functions/wallet/watch.ts';
import { alertLine } from '../../alert-line.ts';
import { allow, type Context, chainOfWallet, stackCommand, suggestPermission } from '../frame/command.ts';
import { walletOnChain } from '../frame/watched-wallet.ts';
import { reasonsOf } from '../history/history.ts';
import { apiAdvice } from '../stack/api.ts';
import { plainSentence } from '../stack/aws-problem.ts';
import { functionEnvironment } from '../stack/function-settings.ts';
import type { OpenStack } from '../stack/open-stack.ts';
import { writeTo } from '../streams.ts';
import { type Cell, sayTable, shown } from '../table.ts';
import { readOption, Unfinished, Unusable } from '../unusable.ts';
import { readAssignments } from '../watchlist/rows/attributes.ts';
import { noteIfUnwatched, withWatched } from '../watchlist/rows/named-wallet.ts';
import { changed } from '../watchlist/rows/row-changes.ts';
import { watchlistRows } from '../watchlist/rows/rows.ts';
import { dryPolls, type Replayed } from './dry-polls.ts';

const details = `Nothing is published and nothing is stored. Replay knows no payment before the first block, so it
does not recognise imitations of earlier payees. Its calls count against the plan, at the rate that
all workers share. A wallet without a row is replayed without attributes. Transfers from a node are
kept for 30 days; approvals, control and floors are not replayed.`;

export const replay = stackCommand({
  permissions: [
    { action: 'dynamodb:Query', on: ['watchlist'] },
    { action: 'dynamodb:BatchGetItem', on: ['contacts'], without: 'no address has a name' },
    ...allow('state', 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'),
    { action: 'lambda:GetFunctionConfiguration', on: ['poll'] },
    { action: 'ssm:GetParameter', on: ['apiKey'] },
    suggestPermission,
  ],
  help: details,
  examples: [
    'chainbell replay 0xYourWallet --from-block 21000000 --to-block 21050000',
    'chainbell replay 0xYourWallet spam=mark minAmount=10 --from-block 21000000 --json',
  ],
  make: (command, context) =>
    command
      .argument('<wallet>', 'its address or its label')
      .argument('[name=value...]', 'attributes that replace those of its row, as for chainbell set')
      .option('--chain <name>', chainOfWallet)
      .option('--from-block <number>', 'the first block')
      .option('--to-block <number>', 'the last block (default: the newest)')
      .action(async (wallet, typed, { fromBlock, toBlock, ...options }) => {
        if (fromBlock === undefined) throw new Unusable('replay needs --from-block with the first block.');
        const first = blockOption('--from-block', fromBlock);
        const last = toBlock === undefined ? null : blockOption('--to-block', toBlock);
        if (last !== null && last < first) throw new Unusable('--to-block is before --from-block.');
        const assignments = readAssignments(typed);
        await withWatched(wallet, options, context, async (watched, open) => {
          const row = (await (await watchlistRows(open)).find(watched)) ?? {
            wallet: watched.wallet,
            chain: watched.chain.name,
          };
          const read = readOption(null, () => readRow(changed(row, assignments).row));
          const replayed: Replayed[] = [];
          const watch = { ...read, fromBlock: first };
          const problem = await play(watch, last, open, context, replayed);
          if (replayed.length === 0) await noteIfUnwatched(watched, open, context);
          const none = `No transfer of ${walletOnChain(read)} would have been reported or hidden.\n`;
          await sayTable(context, options, replayed, ['', 'Alert', 'Why'], replayed.map(cellsOf), none);
          if (problem === null) return;
          await writeTo(context.streams.stderr, `${shown(open.addressed(problem))}\n`);
          throw new Unfinished();
        });
      }),
});

function cellsOf({ status, alert }: Replayed): Cell[] {
  return [
    { text: status, look: status === 'told' ? 'good' : 'dim' },
    alertLine(alert),
    { text: alert.verdict === undefined ? '' : reasonsOf(alert), look: 'dim' },
  ];
}

function blockOption(option: string, text: string): number {
  const block = readOption(null, () => readWhole(option, text, 'a block number'));
  if (block === null) throw new Unusable(`${option} needs a block number, such as 21000000.`);
  return block;
}

const variablesOfPoll = z
  .object({ API_KEY_PARAMETER: z.string() })
  .catchall(z.string())
  .refine((variables) => pollEnvironment.safeParse(variables).success);

/** Returns why the replay ended early; null: it read the whole range. */
async function play(
  watch: Watch,
  last: number | null,
  { stack, aws }: OpenStack,
  { clock }: Context,
  replayed: Replayed[],
): Promise<string | null> {
  const variables = await functionEnvironment(aws, stack.pollWallets, variablesOfPoll);
  const apiKey = createSsmApiKey(await aws.ssm(), variables.API_KEY_PARAMETER);
  const dispatcher = createDispatcher();
  const quiet = { info() {}, warn() {}, error() {} };
  const { deps } = await pollDependencies(variables, {
    dynamodb: await aws.dynamodb(),
    sns: await aws.sns(),
    apiKey,
    clock,
    dispatcher,
    log: quiet,
  });
  try {
    const isFromNode = deps.isReadFromNode(watch.chain);
    if (!isFromNode) await deps.source.open();
    await deps.limiter.begin('replay', 0);
    const other = isFromNode ? null : nodeWatch(watch);
    for (const one of other === null ? [watch] : [watch, other]) {
      const { isBehind, unreadable } = await dryPolls(one, deps, last, (shown) => void replayed.push(shown));
      const [first] = unreadable;
      if (first !== undefined)
        return `${unreadable.length} transfer(s) of the API's reply can't be read: ${first.reason}`;
      if (isBehind) return 'not all of the range could be read: the API answers too slowly.';
    }
    return null;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Unusable || plainSentence(error) !== null) throw error;
    return apiAdvice(error);
  } finally {
    await dispatcher.close();
  }
}
