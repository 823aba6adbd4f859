import * as z from 'zod';
import { nextPollAt } from '../../../functions/dispatch-polls/due-polls.ts';
import { dispatchEnvironment } from '../../../functions/dispatch-polls/environment.ts';
import { documentClient, plainDocumentClient } from '../../../functions/runtime/aws-clients.ts';
import { storedIncident } from '../../../functions/state/cursor.ts';
import { stateKey } from '../../../functions/state/state-items.ts';
import { createStateTable } from '../../../functions/state/state-table.ts';
import { cleanText } from '../../../functions/text/safe-text.ts';
import { type Watch, watchKey } from '../../../functions/wallet/watch.ts';
import type { Context } from '../frame/context.ts';
import type { Permission } from '../frame/permissions.ts';
import { newestEntries } from '../history/entries.ts';
import type { Cell } from '../output/table.ts';
import { minuteOf } from '../output/time.ts';
import type { OpenStack } from '../stack/chainbell-stack.ts';
import { functionEnvironment } from '../stack/function-environment.ts';
import { Unusable } from '../unusable.ts';

/** What is known of a watch beside its row. Times are ISO texts. */
export interface WatchReport {
  /** When its first successful poll was; null: it was never polled. */
  readonly since: string | null;
  /** The newest block with a transfer of it. */
  readonly block: number | null;
  /** What keeps it from being polled. */
  readonly failing: { readonly since: string; readonly reason: string } | null;
  /** By its interval; null where it is paused, or the interval can't be read. */
  readonly nextPollAt: string | null;
  /** When its newest alert was told; null where there is none. */
  readonly lastAlertAt: string | null;
}

/** The last alert costs a query a wallet: of more than these it is left out. */
export const mostWithAlerts = 200;

/** How a wallet is doing, in the words of list and show. */
export function stateCell(paused: boolean, { failing, since }: Pick<WatchReport, 'failing' | 'since'>): Cell {
  if (paused) return { text: 'paused', look: 'dim' };
  if (failing) return { text: `failing since ${minuteOf(failing.since)}: ${failing.reason}`, look: 'bad' };
  return since === null ? { text: 'waits for its first poll', look: 'dim' } : { text: 'ok', look: 'good' };
}

const item = z.object({
  start: z.object({ since: z.string() }).nullable().default(null),
  block: z.coerce.number().nullable().default(null),
  failing: storedIncident.nullable().default(null),
});

/** Looks watches up. */
export interface Reporter {
  report(watches: readonly Watch[]): Promise<WatchReport[]>;
}

/** As many queries run at once. */
const atOnce = 10;

/** What reading all of it takes, beside the rows. */
export const reportPermissions = [
  { action: 'dynamodb:BatchGetItem', on: ['state'] },
  { action: 'dynamodb:Query', on: ['history'] },
  {
    action: 'lambda:GetFunctionConfiguration',
    on: ['dispatch'],
    without: 'the next poll stays unknown',
  },
] as const satisfies readonly Permission[];

export async function createReporter(open: OpenStack, { clock }: Pick<Context, 'clock'>): Promise<Reporter> {
  const { stack, aws } = open;
  const client = await aws.dynamodb();
  const states = createStateTable(documentClient(client), stack.tables.state, clock);
  const plain = plainDocumentClient(client);
  const everySeconds = await intervalOf(open);
  const lastAlertAt = async (watch: Watch): Promise<string | null> => {
    for await (const { alert } of newestEntries(plain, stack.tables.history, watch, ['told']))
      return alert.detectedAt;
    return null;
  };
  return {
    async report(watches) {
      const withAlerts = watches.length <= mostWithAlerts;
      const items = await states.readItems(watches.map(stateKey), ['start', 'block', 'failing']);
      const reports: WatchReport[] = [];
      for (let from = 0; from < watches.length; from += atOnce) {
        const some = watches.slice(from, from + atOnce).map(async (watch) => {
          const { start, block, failing } = item.parse(items.get(watchKey(watch)) ?? {});
          const every = watch.everySeconds ?? everySeconds;
          return {
            since: start?.since ?? null,
            block,
            failing: failing && {
              since: new Date(failing.since).toISOString(),
              reason: cleanText(failing.reason, 300) ?? '',
            },
            nextPollAt:
              watch.paused || every === null
                ? null
                : new Date(nextPollAt(watch, every, clock.now())).toISOString(),
            lastAlertAt: withAlerts ? await lastAlertAt(watch) : null,
          };
        });
        reports.push(...(await Promise.all(some)));
      }
      return reports;
    },
  };
}

/** Seconds between two polls by the stack's settings; null where nobody can tell: these credentials, or on a local run. */
async function intervalOf({ stack, aws }: OpenStack): Promise<number | null> {
  try {
    const shape = dispatchEnvironment.pick({ EVERY_SECONDS: true });
    return (await functionEnvironment(aws, stack.dispatchPolls, shape)).EVERY_SECONDS;
  } catch (error) {
    if (error instanceof Unusable) return null;
    throw error;
  }
}
