import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import type * as z from 'zod';
import { deliverEnvironment } from '../../../functions/deliver-alerts/environment.ts';
import { dispatchEnvironment } from '../../../functions/dispatch-polls/environment.ts';
import { pollEnvironment } from '../../../functions/poll-wallets/environment.ts';
import { Unusable } from '../unusable.ts';
import type { Aws } from './aws.ts';
import type { OpenStack } from './open-stack.ts';

const dispatchShape = dispatchEnvironment.pick({
  SOURCES: true,
  EVERY_SECONDS: true,
  CALLS_PER_DAY: true,
  RPC_PARAMETERS: true,
  SWEEP_SECONDS: true,
  HEARTBEAT_PARAMETER: true,
  LOOPBACK: true,
});
const pollShape = pollEnvironment.pick({ API_KEY_PARAMETER: true, BASE_URL: true, API_VERSION: true });
const deliverShape = deliverEnvironment.pick({ DESTINATIONS: true, LOOPBACK: true });

/** The settings of a deployed function. @throws Unusable if another version of Chainbell deployed it */
export const settingsOf = {
  dispatch: ({ aws, stack }: OpenStack) => functionEnvironment(aws, stack.dispatchPolls, dispatchShape),
  poll: ({ aws, stack }: OpenStack) => functionEnvironment(aws, stack.pollWallets, pollShape),
  /** Null without destinations. */
  deliver: async ({ aws, stack }: OpenStack) =>
    stack.deliverAlerts === null ? null : functionEnvironment(aws, stack.deliverAlerts, deliverShape),
};

/** Reads settings from a function's environment. @throws Unusable if another version of Chainbell wrote it */
export async function functionEnvironment<Shape extends z.ZodType>(
  aws: Aws,
  functionName: string,
  shape: Shape,
): Promise<z.infer<Shape>> {
  const lambda = await aws.lambda();
  const reply = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName: functionName }));
  const { data } = shape.safeParse(reply.Environment?.Variables ?? {});
  if (data === undefined)
    throw new Unusable(
      `The function ${functionName} was deployed by another version of Chainbell: deploy this one.`,
    );
  return data;
}
