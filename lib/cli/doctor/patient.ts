import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { once } from '../../../functions/runtime/lazy.ts';
import { readWatchlist } from '../../../functions/wallet/read-watchlist.ts';
import type { Context } from '../frame/command.ts';
import { type OpenStack, settingsOf } from '../stack/chainbell-stack.ts';
import { readSubscriptions } from '../subscribers/subscriptions.ts';
import { allRows } from '../watchlist/rows/rows.ts';
import { askNodes } from './nodes.ts';

interface StackResource {
  readonly type: string;
  readonly logicalId: string;
  /** A name, or a queue's URL. */
  readonly id: string;
}

export type Patient = ReturnType<typeof patientOf>;

/** The stack, and what several checks read, each once. */
export function patientOf({ stack, aws }: OpenStack, { clock }: Pick<Context, 'clock'>) {
  const all = once(async () => {
    const client = await aws.cloudformation();
    const found: StackResource[] = [];
    for await (const page of paginateListStackResources({ client }, { StackName: stack.name }))
      for (const { ResourceType, LogicalResourceId, PhysicalResourceId } of page.StackResourceSummaries ?? [])
        found.push({
          type: ResourceType ?? '',
          logicalId: LogicalResourceId ?? '',
          id: PhysicalResourceId ?? '',
        });
    return found;
  });
  const watchlist = once(async () => readWatchlist(await allRows({ stack, aws })));
  const chains = once(async () => {
    const all = (await watchlist()).watched.map(({ watch }) => [watch.chain.id, watch.chain] as const);
    return [...new Map(all).values()];
  });
  const dispatchSettings = once(() => settingsOf.dispatch({ stack, aws }));
  const nodes = once(async () => {
    const { RPC_PARAMETERS: path } = await dispatchSettings();
    return askNodes(await chains(), path, { ssm: await aws.ssm(), clock });
  });
  return {
    stack,
    aws,
    clock,
    resources: async (type: string) => (await all()).filter((resource) => resource.type === type),
    watchlist,
    /** Chains of the Watchlist. */
    chains,
    nodes,
    subscriptions: once(() => readSubscriptions({ stack, aws })),
    dispatchSettings,
    pollSettings: once(() => settingsOf.poll({ stack, aws })),
    /** Null without destinations. */
    deliverSettings: once(() => settingsOf.deliver({ stack, aws })),
  };
}
