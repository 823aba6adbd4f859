import { isReadFromNode } from '../../../functions/chain/chain-sources.ts';
import { secondsBetween } from '../../../functions/dispatch-polls/due-polls.ts';
import type { DispatchEnvironment } from '../../../functions/dispatch-polls/environment.ts';
import { demandOf, sharesOf, sumOf } from '../../../functions/dispatch-polls/hints/demand.ts';
import type { OpenIncident } from '../../../functions/incidents/incident.ts';
import type { PollPace } from '../../../functions/queue/poll-message.ts';
import type { Clock } from '../../../functions/runtime/clock.ts';
import { once } from '../../../functions/runtime/once.ts';
import type { WatchedRow } from '../../../functions/wallet/read-watchlist.ts';
import { askedOfNode, nodeWatch, type Watch } from '../../../functions/wallet/watch.ts';
import { type Permission, suggestPermission } from '../frame/command.ts';
import { chainOf } from '../frame/watched-wallet.ts';
import { AwsRefused, AwsUnavailable } from '../stack/aws-problem.ts';
import type { OpenStack } from '../stack/open-stack.ts';
import { Unusable } from '../unusable.ts';
import { type Deployment, deploymentOf } from './deployment.ts';
import {
  chainsWithNode,
  type Fault,
  keyFault,
  nodeFault,
  openIncidents,
  unpolledIn,
} from './shared-faults.ts';
import { pollTriggerFault, scheduleFault } from './trigger-faults.ts';

const without = 'whether it is polled, and how often, stays unknown';

export const faultOfAllPermissions = [
  { action: 'cloudformation:ListStackResources', on: ['stack'], without },
  { action: 'scheduler:GetSchedule', on: ['schedule'], without },
  { action: 'lambda:GetEventSourceMapping', on: ['readers'], without },
] as const satisfies readonly Permission[];

/** No secret is read: names and dates of parameters suffice. */
export const surroundingsPermissions = [
  ...faultOfAllPermissions,
  { action: 'lambda:GetFunctionConfiguration', on: ['dispatch', 'poll'], without },
  { action: 'ssm:DescribeParameters', on: ['account'], without },
  { action: 'dynamodb:Query', on: ['state'], without },
] as const satisfies readonly Permission[];

const scan = { action: 'dynamodb:Scan', on: ['watchlist'], without } as const;

/** For rows that share a plan with a daily limit. */
export const planPermission: Permission = { ...scan, when: 'where the plan has a daily limit' };

/** The same for a command that takes a label. */
export const planAndLabelPermission: Permission = {
  ...scan,
  when: `${suggestPermission.when}, or the plan has a daily limit`,
};

/** Reads what else, beside row and state, decides whether and how often a wallet is polled: each thing once, on demand. */
export function lookAround(open: OpenStack, clock: Clock) {
  const deployment = deploymentOf(open, { clock });
  const unseen = new Set<string>();
  const look = async <Seen>(seen: () => Promise<Seen>): Promise<Seen | null> => {
    try {
      return await seen();
    } catch (error) {
      // A local run has nothing to look at, and settings of another version can't be read.
      if (!(error instanceof Unusable)) throw error;
      if (error instanceof AwsRefused) unseen.add(`these credentials lack ${error.action}`);
      if (error instanceof AwsUnavailable) unseen.add(error.message.replace(/\.$/, ''));
      return null;
    }
  };
  const sources = once(async () => (await look(deployment.dispatchSettings))?.SOURCES ?? 'api');
  const incidents = once(async () => (await look(() => openIncidents(open))) ?? []);
  const ofAll = once(async () => {
    const faults = [() => scheduleFault(deployment), () => pollTriggerFault(deployment)];
    const found = await Promise.all(faults.map(look));
    return found.find((fault) => fault !== null) ?? null;
  });
  const ofApi = once(() => look(async () => keyFault(deployment, await incidents())));
  const nodes = once(() => look(() => chainsWithNode(deployment)));
  const plan = once(async () => {
    const withNode = await nodes();
    return withNode && look(async () => planOf(deployment, withNode, await incidents()));
  });
  return {
    /** Why AWS did not show some of these things. */
    unseen: unseen as ReadonlySet<string>,
    faultOfAll: ofAll,
    /** A fault shared by all wallets, or by those of its chain; null: none is known. */
    async faultOf(watch: Watch): Promise<Fault | null> {
      const all = await ofAll();
      if (all !== null) return all;
      if (!isReadFromNode(watch.chain, await sources())) return ofApi();
      return nodeFault(watch.chain, await nodes(), await incidents());
    },
    /** Why ticks do not have the wallet polled; null: they do, or it is unknown. */
    async unpolledOf(watch: Watch): Promise<OpenIncident | null> {
      return unpolledIn(await incidents(), watch);
    },
    /** Kinds of its row's `watch` that only a node shows, if its chain has no node. */
    async nodelessOf(watch: Watch): Promise<readonly string[]> {
      const beside = nodeWatch(watch);
      if (beside === null || isReadFromNode(watch.chain, await sources())) return [];
      return (await nodes())?.has(watch.chain.id) === false ? askedOfNode(beside) : [];
    },
    /** Null: unknown. */
    async paceOf(watch: Watch) {
      const known = await plan();
      return known && paceOf(watch, known, known.stretch);
    },
  };
}

/** Reads the Watchlist only under a daily limit. */
async function planOf(
  deployment: Deployment,
  withNode: ReadonlySet<string>,
  incidents: readonly OpenIncident[],
) {
  const settings = await deployment.dispatchSettings();
  const isDown = (id: string) =>
    incidents.some(({ type, chain }) => /^activity\./.test(type) && chainOf(chain ?? '')?.id === id);
  const plan = { ...settings, hinted: new Set([...withNode].filter((id) => !isDown(id))) };
  const watched = plan.CALLS_PER_DAY === null ? [] : (await deployment.watchlist()).watched;
  return { ...plan, stretch: planStretch(watched, plan) };
}

interface PlanSettings
  extends Pick<DispatchEnvironment, 'EVERY_SECONDS' | 'SWEEP_SECONDS' | 'CALLS_PER_DAY' | 'SOURCES'> {
  /** Ids of chains whose node shows active wallets. */
  readonly hinted: ReadonlySet<string>;
}

/** How many times as long the plan makes the intervals of wallets without a node; 1: the plan has enough calls. */
export function planStretch(watched: readonly WatchedRow[], settings: PlanSettings): number {
  const { EVERY_SECONDS: everySeconds, SWEEP_SECONDS: sweepSeconds, SOURCES, hinted } = settings;
  const polled = watched.filter(({ watch }) => !watch.paused && !isReadFromNode(watch.chain, SOURCES));
  const [swept, ordinary] = [true, false].map((isHinted) =>
    polled.filter(({ watch }) => hinted.has(watch.chain.id) === isHinted),
  ) as [WatchedRow[], WatchedRow[]];
  const asked = sumOf([
    demandOf(ordinary, { everySeconds, sweepSeconds: Number.POSITIVE_INFINITY }),
    demandOf(swept, { everySeconds, sweepSeconds }, () => false),
  ]);
  return sharesOf(asked, settings.CALLS_PER_DAY).stretch;
}

/** The plan stretches no interval of a wallet whose node shows its activity. */
function paceOf({ chain, everySeconds }: Watch, settings: PlanSettings, stretch: number): PollPace {
  const askedSeconds = everySeconds ?? settings.EVERY_SECONDS;
  const isSpared = settings.hinted.has(chain.id) || isReadFromNode(chain, settings.SOURCES);
  const factor = isSpared ? 1 : stretch;
  return {
    everySeconds: secondsBetween(askedSeconds * factor),
    askedSeconds,
    callsPerDay: factor > 1 ? settings.CALLS_PER_DAY : null,
  };
}
