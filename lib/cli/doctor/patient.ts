import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { once } from '../../../functions/runtime/lazy.ts';
import { readWatchlist } from '../../../functions/wallet/read-watchlist.ts';
import type { Context } from '../frame/command.ts';
import { AwsRefused } from '../stack/aws-problem.ts';
import { settingsOf } from '../stack/function-settings.ts';
import type { OpenStack } from '../stack/open-stack.ts';
import { readSubscriptions } from '../subscribers/subscriptions.ts';
import { Unusable } from '../unusable.ts';
import { allRows } from '../watchlist/rows/rows.ts';
import { askNodes } from './nodes.ts';

export type Patient = ReturnType<typeof patientOf>;

/** The stack, and what several checks read, each once. */
export function patientOf({ stack, aws }: OpenStack, { clock }: Pick<Context, 'clock'>) {
  const all = once(async () => {
    const client = await aws.cloudformation();
    const pages = paginateListStackResources({ client }, { StackName: stack.name });
    return (await Array.fromAsync(pages)).flatMap(
      ({ StackResourceSummaries = [] }) => StackResourceSummaries,
    );
  });
  const watchlist = once(async () => readWatchlist(await allRows({ stack, aws })));
  const chains = once(async () => {
    const all = (await watchlist()).watched.map(({ watch }) => [watch.chain.id, watch.chain] as const);
    return [...new Map(all).values()];
  });
  const dispatchSettings = once(() => settingsOf.dispatch({ stack, aws }));
  const nodes = once(async () => {
    const { RPC_PARAMETERS: path } = await dispatchSettings();
    return askNodes(await chains(), path, await aws.ssm(), clock);
  });
  return {
    stack,
    aws,
    clock,
    /** `id`: a name, or a queue's URL. */
    resources: async (type: string) =>
      (await all())
        .filter(({ ResourceType }) => ResourceType === type)
        .map(({ LogicalResourceId: logicalId = '', PhysicalResourceId: id = '' }) => ({ logicalId, id })),
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

export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'wrong' | 'unknown';
  /** The sentence, with what to do. */
  readonly says: string;
}

/** `fix`: the step of `--fix`; it returns a sentence on what it did. */
export type Found = Omit<Finding, 'check'> & { readonly check?: string; readonly fix?: Fix | undefined };
/** The findings of one look. */
export type Findings = Found | readonly Found[];
export type FoundAt = Finding & Pick<Found, 'fix'>;
type Fix = () => Promise<string>;

/** What keeps wallets from being polled, in the words of every command. */
export interface Fault {
  /** A clause: "the schedule is off". */
  readonly what: string;
  readonly toDo: string;
  readonly fix?: Fix;
}

export function ok(says: string): Found {
  return { state: 'ok', says };
}

export function wrong(says: string): Found {
  return { state: 'wrong', says };
}

/** @param loss a clause */
export function faulty({ what, toDo, fix }: Fault, loss = 'no wallet is polled'): Found {
  return { ...wrong(`${what}, so ${loss}: ${toDo}`), fix };
}

/** An error that `look` throws becomes a finding, so that one part hides no other. */
export async function findingsOf(check: string, look: () => Promise<Findings>): Promise<FoundAt[]> {
  try {
    return [await look()].flat().map((found) => ({ check, ...found }));
  } catch (error) {
    return [{ check, state: 'unknown', says: reasonOf(error, "can't be looked at") }];
  }
}

/** @param what "can't be looked at" */
export function reasonOf(error: unknown, what: string): string {
  if (error instanceof AwsRefused)
    return `${what}: these credentials may not call ${error.action}. ${error.whatToDo}`;
  if (error instanceof Unusable) return `${what}: ${error.message}`;
  if (!(error instanceof Error)) return `${what}.`;
  return `${what}: ${error.name === 'Error' ? error.message : `${error.name}: ${error.message}`}`;
}
