import { createSsmApiKey } from '../../functions/api/api-key.ts';
import {
  type DispatchDependencies,
  dispatchDependencies,
} from '../../functions/dispatch-polls/dependencies.ts';
import { type PollFunction, pollDependencies } from '../../functions/poll-wallets/dependencies.ts';
import { dispatchVariables, pollVariables } from '../../lib/environment.ts';
import { fixedNodes } from '../../lib/local/lambda/functions.ts';
import { keyParameter, resources } from './stack.ts';
import type { Worker } from './worker.ts';
import type { World } from './world.ts';

/*
 * Both functions as Lambda starts them at a cold start, with the environment that the stack gives them, on the world's
 * clock, tables, topics and API.
 */

export async function pollFunction(world: World, worker: Worker): Promise<PollFunction> {
  const { settings, workers } = world.stack;
  const deployed = { ...settings, source: world.sources.poll };
  return pollDependencies(pollVariables(deployed, workers, resources), {
    ...overrides(world, worker),
    apiKey: createSsmApiKey(world.parameters.ssm, keyParameter),
    random: () => world.random.next(),
    dispatcher: world.api,
    hasMetrics: false,
    mostHeld: world.story.settings.mostHeld,
  });
}

export function dispatchFunction(world: World, worker: Worker): Promise<DispatchDependencies> {
  const deployed = { ...world.stack.settings, source: world.sources.dispatch };
  return dispatchDependencies(dispatchVariables(deployed, resources), {
    ...overrides(world, worker),
    sqs: world.queue.sqs,
    hasOutside: false,
    findNode: (chain, minute) => fixedNodes(world.nodes)(chain, minute),
    ...(world.node === null ? {} : { post: world.node.post }),
  });
}

function overrides({ stateClient, historyClient, sns, log }: World, { clock }: Worker) {
  return { documents: { digits: stateClient, plain: historyClient }, sns, log, clock };
}
