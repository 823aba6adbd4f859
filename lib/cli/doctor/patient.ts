import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import type * as z from 'zod';
import type { Chain } from '../../../functions/chain/chains.ts';
import { deliverEnvironment } from '../../../functions/deliver-alerts/environment.ts';
import { dispatchEnvironment } from '../../../functions/dispatch-polls/environment.ts';
import { pollEnvironment } from '../../../functions/poll-wallets/environment.ts';
import { once } from '../../../functions/runtime/lazy.ts';
import { readWatchlist, type Watchlist } from '../../../functions/wallet/read-watchlist.ts';
import type { Context } from '../frame/command-module.ts';
import { functionEnvironment, type OpenStack } from '../stack/chainbell-stack.ts';
import { readSubscriptions, type Subscription } from '../subscribers/subscriptions.ts';
import { allRows } from '../watchlist/rows/rows.ts';
import { askNodes, type ChainNode } from './nodes.ts';

interface StackResource {
  readonly type: string;
  readonly logicalId: string;
  /** A name, or a queue's URL. */
  readonly id: string;
}

const dispatchShape = dispatchEnvironment.pick({
  SOURCES: true,
  EVERY_SECONDS: true,
  CALLS_PER_DAY: true,
  RPC_PARAMETERS: true,
  SWEEP_SECONDS: true,
  HEARTBEAT_PARAMETER: true,
});
const pollShape = pollEnvironment.pick({ API_KEY_PARAMETER: true, BASE_URL: true, API_VERSION: true });
const deliverShape = deliverEnvironment.pick({ DESTINATIONS: true, LOOPBACK: true });

/** The stack, and what several checks read, each once. */
export interface Patient extends OpenStack, Pick<Context, 'clock'> {
  readonly resources: (type: string) => Promise<readonly StackResource[]>;
  readonly watchlist: () => Promise<Watchlist>;
  /** Chains of the Watchlist. */
  readonly chains: () => Promise<readonly Chain[]>;
  readonly nodes: () => Promise<readonly ChainNode[]>;
  readonly subscriptions: () => Promise<readonly Subscription[]>;
  readonly dispatchSettings: () => Promise<z.infer<typeof dispatchShape>>;
  readonly pollSettings: () => Promise<z.infer<typeof pollShape>>;
  /** Null without destinations. */
  readonly deliverSettings: () => Promise<z.infer<typeof deliverShape> | null>;
}

export function patientOf({ stack, aws }: OpenStack, { clock }: Pick<Context, 'clock'>): Patient {
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
  const dispatchSettings = once(() => functionEnvironment(aws, stack.dispatchPolls, dispatchShape));
  const nodes = once(async () => {
    const { RPC_PARAMETERS: path } = await dispatchSettings();
    return askNodes(await chains(), path, { ssm: await aws.ssm(), clock });
  });
  return {
    stack,
    aws,
    clock,
    resources: async (type) => (await all()).filter((resource) => resource.type === type),
    watchlist,
    chains,
    nodes,
    subscriptions: once(() => readSubscriptions({ stack, aws })),
    dispatchSettings,
    pollSettings: once(() => functionEnvironment(aws, stack.pollWallets, pollShape)),
    deliverSettings: once(async () =>
      stack.deliverAlerts === null ? null : functionEnvironment(aws, stack.deliverAlerts, deliverShape),
    ),
  };
}
