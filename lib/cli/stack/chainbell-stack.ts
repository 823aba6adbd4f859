import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import type * as z from 'zod';
import type { TableName } from '../../table-keys.ts';
import { Unusable } from '../unusable.ts';
import type { Aws } from './aws.ts';

/** What a deployed stack is made of, by its outputs. */
interface ChainbellStack {
  readonly name: string;
  readonly status: string;
  /** When it was last deployed. */
  readonly deployedAt: Date | null;
  readonly tables: Readonly<Record<TableName, string>>;
  readonly alertsTopicArn: string;
  readonly opsTopicArn: string;
  readonly dispatchPolls: string;
  readonly pollWallets: string;
  /** Null without destinations. */
  readonly deliverAlerts: string | null;
  /** Of Chainbell, as it was deployed. */
  readonly version: string;
}

/** A stack, and the clients for its region. */
export interface OpenStack {
  readonly stack: ChainbellStack;
  readonly aws: Aws;
}

/**
 * What the stack's settings came to, out of the environment of one of its functions.
 * @throws Unusable where another version of Chainbell wrote it
 */
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
