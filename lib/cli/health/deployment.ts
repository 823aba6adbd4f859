import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { once } from '../../../functions/runtime/once.ts';
import { readWatchlist } from '../../../functions/wallet/read-watchlist.ts';
import type { Context } from '../frame/command.ts';
import { settingsOf } from '../stack/function-settings.ts';
import type { OpenStack } from '../stack/open-stack.ts';
import { readSubscriptions } from '../stack/subscriptions.ts';
import { allRows } from '../stack/watchlist.ts';
import { askNodes } from './nodes.ts';

export type Deployment = ReturnType<typeof deploymentOf>;

/** The stack, and what several checks read, each once. */
export function deploymentOf(open: OpenStack, { clock }: Pick<Context, 'clock'>) {
  const { stack, aws } = open;
  /** Only the construct's own resources: an app's stack may have others. */
  const all = once(async () => {
    const client = await aws.cloudformation();
    const pages = paginateListStackResources({ client }, { StackName: stack.name });
    const found = (await Array.fromAsync(pages)).flatMap(({ StackResourceSummaries: some = [] }) => some);
    const dispatch = found.find((one) => one.PhysicalResourceId === stack.dispatchPolls)?.LogicalResourceId;
    const [place, rest] = dispatch?.split('PollingDispatch') ?? [];
    // CDK leaves out a word with which the part before it ends: an alarm of OurMonitoring is OurMonitoringPollsBlocked.
    const parts = 'Topics|Destinations|Monitoring';
    const ours = rest === undefined ? /^/ : new RegExp(`^${place}(Polling|${parts}|(?<=${parts}))`);
    return found.filter(({ LogicalResourceId = '' }) => ours.test(LogicalResourceId));
  });
  const watchlist = once(async () => readWatchlist(await allRows(open)));
  const chains = once(async () => {
    const all = (await watchlist()).watched.map(({ watch }) => [watch.chain.id, watch.chain] as const);
    return [...new Map(all).values()];
  });
  const dispatchSettings = once(() => settingsOf.dispatch(open));
  const nodes = once(async () => {
    const { RPC_PARAMETERS: path } = await dispatchSettings();
    return askNodes(await chains(), path, await aws.ssm(), clock);
  });
  return {
    ...open,
    clock,
    /** `id`: a name, or a queue's URL. */
    resources: async (type: string) =>
      (await all())
        .filter(({ ResourceType }) => ResourceType === type)
        .map(({ LogicalResourceId: logicalId = '', PhysicalResourceId: id = '' }) => ({ logicalId, id })),
    watchlist,
    chains,
    nodes,
    subscriptions: once(() => readSubscriptions(open)),
    dispatchSettings,
    pollSettings: once(() => settingsOf.poll(open)),
    /** Null without destinations. */
    deliverSettings: once(() => settingsOf.deliver(open)),
  };
}
