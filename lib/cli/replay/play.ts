import * as z from 'zod';
import { createSsmApiKey } from '../../../functions/api/api-key.ts';
import { createDispatcher } from '../../../functions/api/http/transport.ts';
import { pollDependencies } from '../../../functions/poll-wallets/dependencies.ts';
import { pollEnvironment } from '../../../functions/poll-wallets/environment.ts';
import { nodePart, type Watch } from '../../../functions/wallet/watch.ts';
import type { Context } from '../frame/command.ts';
import { apiAdvice } from '../stack/api.ts';
import { plainSentence } from '../stack/aws-problem.ts';
import { functionEnvironment } from '../stack/function-settings.ts';
import type { OpenStack } from '../stack/open-stack.ts';
import { Unusable } from '../unusable.ts';
import { dryPolls, type Replayed } from './dry-polls.ts';

const variablesOfPoll = z
  .object({ API_KEY_PARAMETER: z.string() })
  .catchall(z.string())
  .refine((variables) => pollEnvironment.safeParse(variables).success);

/** Returns why the replay ended early; null: it read the whole range. */
export async function play(
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
    const other = isFromNode ? null : nodePart(watch);
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
    await deps.limiter.end();
    await dispatcher.close();
  }
}
